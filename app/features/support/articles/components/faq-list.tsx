import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { SectionView } from "../article.ts";
import { ArticleBlocks } from "./article-blocks.tsx";

/**
 * Questions as `<details>`. The anchor is on the answer inside: browsers open the element for a link to it and for
 * find-in-page; the effect does it in browsers that don't, and after client-side navigation.
 */
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
