import { Link } from "react-router";
import { helpEntries } from "#app/features/site/navigation-entries.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import type { ArticleView } from "../article.ts";
import { ArticleBlocks } from "./article-blocks.tsx";

/** The page of a legal text: lead, effective date, table of contents, sections. */
export function ArticlePage({ article }: { article: ArticleView }) {
  const { path, title, lead, effectiveDay, effectiveText, sections } = article;
  return (
    <Page title={title} lead={lead} back={{ to: "/", label: "ホーム" }}>
      <p className="-mt-3 pb-6 text-sm text-muted">
        施行日：<time dateTime={effectiveDay}>{effectiveText}</time>
      </p>
      {sections.length > 5 && (
        <nav aria-labelledby="contents" className="mb-10 print:hidden">
          <details className="group rounded-card border border-line bg-surface">
            <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 hover:bg-sunken rail:px-5 [&::-webkit-details-marker]:hidden">
              <h2 id="contents" className="min-w-0 flex-1 text-base">
                目次
              </h2>
              <Icon name="down" className="text-muted transition-transform group-open:rotate-180" />
            </summary>
            <ol className="px-4 pb-3 text-sm rail:columns-2 rail:gap-6 rail:px-5">
              {sections.map(({ id, title }) => (
                <li key={id} className="break-inside-avoid">
                  <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </details>
        </nav>
      )}
      <div className="space-y-10">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="pb-3 text-lg break-after-avoid">
              {title}
            </h2>
            <ArticleBlocks blocks={blocks} />
          </section>
        ))}
      </div>
      <HelpLinks except={path} />
    </Page>
  );
}

/** The side menu leaves the guidelines out: its code is loaded with every page. */
const entries = [...helpEntries, { to: "/guidelines", label: "コミュニティガイドライン" }];

/** Links to the other help and legal pages. `except` is the path of this one. */
export function HelpLinks({ except }: { except: string }) {
  return (
    <nav aria-label="ヘルプと規約" className="mt-12 border-t border-line pt-4 print:hidden">
      <ul className="flex flex-wrap gap-x-6 text-sm">
        {entries
          .filter(({ to }) => to !== except)
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center text-muted underline hover:text-ink">
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
