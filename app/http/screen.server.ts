import { data, type RouterContextProvider } from "react-router";
import { errorAnswer, isOurFault } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

interface ScreenArguments {
  context: Readonly<RouterContextProvider>;
}

/**
 * Puts a screen's loader or action on the one error table: what a feature throws becomes the route's error
 * page with the right status and message. Faults of ours pass through to the server's error handling.
 */
export function screen<Arguments extends ScreenArguments, Result>(
  work: (args: Arguments) => Promise<Result>,
): (args: Arguments) => Promise<Result> {
  return async (args) => {
    try {
      return await work(args);
    } catch (error) {
      const { requestId, setHeader } = args.context.get(requestContext);
      const answer = errorAnswer(error, requestId);
      if (error instanceof Response || isOurFault(answer)) throw error;
      for (const [name, value] of Object.entries(answer.headers)) setHeader(name, value);
      throw data(answer.body, { status: answer.status });
    }
  };
}
