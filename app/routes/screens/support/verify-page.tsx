import { z } from "zod";
import { describeVerdict } from "#app/features/provenance/describe-verdict.ts";
import { keysPath, maxLinkLength, verifyPath } from "#app/features/provenance/provenance.ts";
import { judgeLink, judgeSound } from "#app/features/provenance/server/find-verdict.server.ts";
import { FileForm, LinkForm, VerdictCard } from "#app/features/provenance/verify-forms.tsx";
import { formTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { HelpLinks } from "#app/features/support/articles/article-page.tsx";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { hashUploadedSound } from "#app/http/uploads/sound-upload.server.ts";
import { isFormResult } from "#app/ui/form/form-result.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/verify-page";

const heading = "音声を確かめる";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: verifyPath,
    title: formTitle(heading, matches),
    description: "手もとの音声が、このサイトのものか、変わっていないかを、だれでも確かめられます。",
  });

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url, address } = context.get(requestContext);
  const link = url.searchParams.get("url")?.slice(0, maxLinkLength) ?? "";
  if (link === "") return { link, verdict: null };
  await consumeRateLimit(rateLimits.verifyLink, { viewer: null, address });
  return { link, verdict: describeVerdict(await judgeLink(link, url.origin), "link") };
});

export const action = formAction({
  schema: z.object({}),
  readsBody: true,
  who: "anyone",
  limit: rateLimits.verifySound,
  run: async ({ request }) => ({
    verdict: describeVerdict(await judgeSound(await hashUploadedSound(request)), "file"),
  }),
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { link } = loaderData;
  const verdict = actionData && "verdict" in actionData ? actionData.verdict : loaderData.verdict;
  return (
    <Page
      title={heading}
      lead="手もとの音声が、このサイトのものか、変わっていないかを、だれでも確かめられます。"
      back={{ to: "/", label: "ホーム" }}
    >
      {verdict && <VerdictCard verdict={verdict} />}
      <div className="space-y-8">
        <FileForm formResult={isFormResult(actionData) ? actionData : undefined} />
        <LinkForm link={link} />
        <p className="text-xs leading-[1.7] text-muted">
          音だけを比べるので、題名などのタグを変えても結果は変わりません。それぞれの音声には署名された来歴があり、
          <a href={keysPath} className="underline">
            公開鍵
          </a>
          とあわせて、このサイトがなくても確かめられます。
        </p>
      </div>
      <HelpLinks except={verifyPath} />
    </Page>
  );
}
