import { Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

const adminPageSize = 10;

interface PagerProps {
  /** From 1. */
  page: number;
  total: number;
  pageSize?: number;
  /** The last page with a number. */
  maxPage?: number;
  hrefOf: (page: number) => string;
}

function pageNumbers(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - 4));
  return Array.from({ length: Math.min(5, last) }, (_, index) => first + index);
}

function rangeText({ page, total, pageSize = adminPageSize }: Omit<PagerProps, "hrefOf">): string {
  const all = total.toLocaleString("ja-JP");
  if (total === 0) return "全0件";
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return `${from.toLocaleString("ja-JP")}〜${to.toLocaleString("ja-JP")}件 / 全${all}件`;
}

/** 前へ, at most five numbers, 次へ, below the range of rows. One page has only the range. */
export function Pager(props: PagerProps) {
  const { page, total, pageSize = adminPageSize, maxPage = 10_000, hrefOf } = props;
  const last = Math.min(maxPage, lastPageOf(total, pageSize));
  const step = (to: number, label: string) =>
    to >= 1 && to <= last ? (
      <Link to={hrefOf(to)} className={buttonClass({ variant: "quiet" })}>
        {label}
      </Link>
    ) : (
      // Keeps the numbers in their place.
      <span aria-hidden="true" className={classNames(buttonClass({ variant: "quiet" }), "invisible")}>
        {label}
      </span>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="text-sm text-muted tabular-nums">{rangeText(props)}</p>
      {last > 1 && (
        <nav aria-label="ページ" className="flex flex-wrap items-center gap-1">
          {step(page - 1, "前へ")}
          {pageNumbers(page, last).map((number) => (
            <Link
              key={number}
              to={hrefOf(number)}
              aria-label={`${number}ページ目`}
              aria-current={number === page ? "page" : undefined}
              className="grid min-h-11 min-w-11 place-items-center rounded-full px-2 text-sm tabular-nums hover:bg-sunken aria-[current]:bg-voice-a-tint aria-[current]:font-bold aria-[current]:text-voice-a"
            >
              {number}
            </Link>
          ))}
          {step(page + 1, "次へ")}
        </nav>
      )}
    </div>
  );
}

/** From `?page=`: 1 to `maxPage`; 1 for anything else. */
export function pageOf(query: URLSearchParams, maxPage = 10_000): number {
  const text = query.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Math.min(maxPage, Number(text)) : 1;
}

/** Rows go while somebody looks at a list: `find` again for the last page instead of an empty one beyond it. */
export async function findListedPage<Found>(o: {
  page: number;
  find(page: number): Promise<Found>;
  totalOf(found: Found): number;
}): Promise<Found & { page: number }> {
  const { page, find, totalOf } = o;
  const found = await find(page);
  const last = lastPageOf(totalOf(found));
  return page <= last ? { ...found, page } : { ...(await find(last)), page: last };
}

const lastPageOf = (total: number, pageSize = adminPageSize) => Math.max(1, Math.ceil(total / pageSize));

export function hrefOfPage(path: string, query: URLSearchParams): (page: number) => string {
  return (page) => {
    const next = new URLSearchParams(query);
    if (page === 1) next.delete("page");
    else next.set("page", String(page));
    const text = next.toString();
    return text ? `${path}?${text}` : path;
  };
}
