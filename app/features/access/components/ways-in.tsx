import { Agreement } from "#app/features/accounts/components/agreement.tsx";
import { LoginButton } from "#app/features/accounts/components/login-prompt.tsx";
import { ButtonLink } from "#app/ui/button.tsx";

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
