import { ButtonLink } from "#app/ui/button.tsx";
import { Agreement } from "../accounts/agreement.tsx";
import { LoginButton } from "../accounts/login-prompt.tsx";

/** What somebody without an invitation can do: sign in as a member, or listen. */
export function WaysIn() {
  return (
    <>
      <p className="text-sm font-bold">すでにメンバーの方</p>
      <LoginButton returnPath="/" />
      <Agreement />
      <ButtonLink to="/" variant="plain" icon="headphones" wide>
        ログインせずに聴く
      </ButtonLink>
    </>
  );
}
