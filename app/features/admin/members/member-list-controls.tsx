import { Form, Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useOperatorRole } from "../console-data.ts";
import {
  type MemberFilter,
  type MemberSort,
  memberFilters,
  memberSorts,
  membersPath,
} from "./admin-members.ts";

/** Posts: an email address must never be in a URL. */
export function MemberSearch({ typed }: { typed: string }) {
  return (
    <Form method="post" action={membersPath} className="flex flex-wrap items-center gap-2 pb-4">
      <input type="hidden" name="intent" value="search" />
      <input
        type="search"
        name="q"
        aria-label="会員を検索"
        placeholder="名前・ID・メールアドレス"
        defaultValue={typed}
        maxLength={254}
        className="block min-h-12 min-w-0 flex-1 basis-60 rounded-card border border-line-strong bg-surface px-4 text-base placeholder:text-muted placeholder:opacity-80 focus:border-accent"
      />
      <Button icon="search">検索</Button>
      {typed && (
        <ButtonLink to={membersPath} variant="quiet" icon="close">
          クリア
        </ButtonLink>
      )}
    </Form>
  );
}

interface MemberOrderProps {
  filter: MemberFilter;
  sort: MemberSort;
  search: string;
}

/** Folded on a phone, where the list shall be near; the summary says what is chosen. */
export function MemberOrder(props: MemberOrderProps) {
  const { filter, sort, search } = props;
  const isSortable = search === "";
  const chosen = [memberFilters[filter], ...(isSortable ? [memberSorts[sort]] : [])].join("、");
  return (
    <details className="group mb-4 rail:details-content:[content-visibility:visible]">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none flex-wrap items-center gap-x-2 text-sm supports-[selector(::details-content)]:rail:hidden [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="text-muted group-open:rotate-180" />
        <span>
          <span className="font-bold">{isSortable ? "絞り込み・並べ替え" : "絞り込み"}</span>
          <span className="pl-2 text-muted">{chosen}</span>
        </span>
      </summary>
      <MemberFilters {...props} />
      {isSortable && <MemberSorts {...props} />}
    </details>
  );
}

function MemberSorts({ sort: current, filter }: MemberOrderProps) {
  const role = useOperatorRole();
  const sorts = Object.entries(memberSorts).filter(([sort]) => sort !== "heard" || role === "administrator");
  return (
    <nav aria-label="並べ替え" className="pt-2">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {sorts.map(([sort, label]) => {
          const query = new URLSearchParams({
            ...(filter !== "all" && { state: filter }),
            ...(sort !== "joined" && { sort }),
          });
          return (
            <li key={sort}>
              <Link
                to={`${membersPath}?${query}`}
                preventScrollReset
                aria-current={sort === current ? "true" : undefined}
                className="inline-flex min-h-11 items-center text-muted underline aria-[current]:font-bold aria-[current]:text-ink aria-[current]:no-underline"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function MemberFilters({ filter: current, search, sort }: MemberOrderProps) {
  return (
    <nav aria-label="絞り込み" className="max-rail:pt-1">
      <ul className="flex flex-wrap gap-1.5">
        {Object.entries(memberFilters).map(([filter, label]) => {
          const query = new URLSearchParams({
            ...(search && { q: search }),
            ...(filter !== "all" && { state: filter }),
            ...(sort !== "joined" && { sort }),
          });
          return (
            <li key={filter}>
              <Link
                to={`${membersPath}?${query}`}
                preventScrollReset
                aria-current={filter === current ? "page" : undefined}
                className="grid min-h-11 place-items-center rounded-full border border-line px-4 text-sm hover:bg-sunken aria-[current]:border-transparent aria-[current]:bg-voice-a-tint aria-[current]:font-bold aria-[current]:text-voice-a"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
