import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Cached } from "#app/ui/cached.tsx";
import { searchPath } from "./search.ts";

interface ChipsProps {
  categories: readonly string[];
  current: string | null;
  query: string;
}

/** Links to the categories; the searched words stay. */
export function CategoryChips(props: ChipsProps) {
  const { current } = props;
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current chip changes with `current`
  useEffect(() => {
    const bar = list.current;
    const chip = bar?.querySelector<HTMLElement>("[aria-current]");
    if (!bar || !chip) return;
    const middle = chip.offsetLeft - bar.offsetLeft + chip.offsetWidth / 2;
    bar.scrollTo({ left: middle - bar.clientWidth / 2 });
  }, [current]);
  return (
    <nav aria-label="カテゴリー" className="-mx-4 pt-4 rail:-mx-6">
      <Cached
        as="ul"
        ref={list}
        className="flex scroll-px-4 gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] rail:px-6 rail:[scrollbar-width:thin]"
        of={Chips}
        props={props}
        usesLocation
      />
    </nav>
  );
}

function Chips({ categories, current, query }: ChipsProps) {
  return [null, ...categories].map((category) => (
    <li key={category ?? ""} className="shrink-0">
      <Link
        to={searchPath({ query, category })}
        preventScrollReset
        aria-current={category === current ? "page" : undefined}
        className="chip"
      >
        {category ?? (query ? "すべて" : "おすすめ")}
      </Link>
    </li>
  ));
}
