import { NotAuthenticated } from "../domain-error.ts";

/** An account that is deleted each time somebody signs in to it is not waited for longer. */
const mostAttempts = 5;

/** Signs in by `signIn`, from the beginning when the account was deleted at that very moment: it is a new one then. */
export async function untilThere<Result>(signIn: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await signIn();
    } catch (error) {
      if (!(error instanceof NotAuthenticated) || attempt === mostAttempts) throw error;
    }
  }
}
