import { GatePage, gateMeta } from "#app/features/access/gate-page.tsx";
import { Agreement } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";

/** At once, so that "back" does not end here again; works without JavaScript. */
export function signInRedirectMeta(signInPath: string | undefined) {
  const meta = gateMeta(documentTitle("Mugenへの招待"));
  return signInPath === undefined
    ? meta
    : [...meta, { httpEquiv: "refresh", content: `0;url=${signInPath}` }];
}

export function SignInRedirect({ signInPath }: { signInPath: string }) {
  return (
    <GatePage status="waiting" title="Googleログインを開始中...">
      <p>招待を受け取りました。ようこそ、Mugenへ。</p>
      <p className="text-sm">
        画面が変わらないときは、
        <a href={signInPath} className="inline-block py-3 font-bold text-accent underline">
          こちらからお進みください
        </a>
      </p>
      <Agreement />
    </GatePage>
  );
}
