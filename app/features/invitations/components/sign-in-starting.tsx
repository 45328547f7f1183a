import { GatePage, gateMeta } from "#app/features/access/components/gate-page.tsx";
import { Agreement } from "#app/features/accounts/components/agreement.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";

/** Goes on to the sign-in by itself, with JavaScript or without; at once, so that "back" does not end here again. */
export function signInStartingMeta(signInPath: string | undefined) {
  const meta = gateMeta(documentTitle("Mugenへの招待"));
  return signInPath === undefined
    ? meta
    : [...meta, { httpEquiv: "refresh", content: `0;url=${signInPath}` }];
}

/** Between an invitation and the sign-in (spec 1 §2, "Access gate pages"). */
export function SignInStarting({ signInPath }: { signInPath: string }) {
  return (
    <GatePage mood="waiting" title="Googleログインを開始中...">
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
