import { Fragment, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { helpEntries } from "#app/features/site/navigation-entries.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { type ArticleView, type Block, parseLinks, type SectionView } from "./article.ts";

export function ArticlePage({ article }: { article: ArticleView }) {
  const { path, title, lead, effective, sections } = article;
  return (
    <Page title={title} lead={lead} back={{ to: "/", label: "ホーム" }}>
      {effective && (
        <p className="-mt-3 pb-6 text-sm text-muted">
          施行日：<time dateTime={effective.day}>{effective.text}</time>
        </p>
      )}
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

/** The side menu omits the last ones: its code is loaded with every page. */
const entries = [
  ...helpEntries,
  { to: "/guidelines", label: "コミュニティガイドライン" },
  { to: "/ai", label: "AIについて" },
  { to: "/verify", label: "音声を確かめる" },
];

/** `except`: this page's path. */
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

function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="space-y-3 text-pretty [word-break:normal]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === "string") {
    return (
      <p>
        <LinkedText text={block} />
      </p>
    );
  }
  if ("pairs" in block) {
    return (
      <dl className="divide-y divide-line border-y border-line">
        {block.pairs.map(([name, text]) => (
          <div key={name} className="py-3 rail:grid rail:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] rail:gap-4">
            <dt className="text-sm font-bold">{name}</dt>
            <dd className="text-sm [overflow-wrap:anywhere]">
              <LinkedText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  const [Element, lines] = "steps" in block ? (["ol", block.steps] as const) : (["ul", block.list] as const);
  return (
    <Element className={`space-y-2 pl-6 ${Element === "ol" ? "list-decimal" : "list-disc"}`}>
      {lines.map((line) => (
        <li key={line}>
          <LinkedText text={line} />
        </li>
      ))}
    </Element>
  );
}

/** Links are written `[text](/path)`. */
function LinkedText({ text }: { text: string }) {
  return parseLinks(text).map((part, index) =>
    part.to ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Link key={index} to={part.to} className="text-accent underline">
        {part.text}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}

/** An anchor inside `<details>` opens it for links and find-in-page. The effect does so where browsers don't. */
export function FaqList({ questions }: { questions: readonly SectionView[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link clicked again opens it again
  useEffect(() => {
    const id = hash.slice(1);
    const details = id
      ? list.current?.querySelector<HTMLDetailsElement>(`details:has(#${CSS.escape(id)})`)
      : null;
    if (!details) return;
    details.open = true;
    details.scrollIntoView();
  }, [hash, key]);
  return (
    <div ref={list} className="divide-y divide-line rounded-card border border-line bg-surface">
      {questions.map(({ id, title, blocks }) => (
        <details key={id} className="group print:[&::details-content]:[content-visibility:visible]">
          <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 hover:bg-sunken rail:px-5 [&::-webkit-details-marker]:hidden">
            <h2 className="min-w-0 flex-1 text-base">{title}</h2>
            <Icon name="down" className="text-muted transition-transform group-open:rotate-180" />
          </summary>
          <div id={id} className="scroll-mt-24 px-4 pt-1 pb-5 rail:px-5">
            <ArticleBlocks blocks={blocks} />
          </div>
        </details>
      ))}
    </div>
  );
}
