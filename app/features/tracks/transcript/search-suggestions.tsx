import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { Icon } from "#app/ui/icon.tsx";

/** What a fact check belongs to: a track, a member's task or a generation of the console. */
export type CheckedKind = "track" | "task" | "generation";

/** The address of a check's suggestions as a page of their own; null for a check without. */
export function suggestionsPath(
  factCheck: Pick<FactCheck, "searchSuggestions"> | null,
  checked: { kind: CheckedKind; id: string | number },
): string | null {
  return factCheck?.searchSuggestions === undefined
    ? null
    : `/search-suggestions/${checked.kind}/${encodeURIComponent(checked.id)}`;
}

/**
 * The searches of a check, which the search service asks to be shown with its results, exactly as provided: in a frame that runs no
 * script and opens links in a tab of their own. Checks without them have links.
 */
export function SearchSuggestions({
  searches = [],
  path,
}: {
  searches?: readonly { text: string; url: string }[] | undefined;
  /** By `suggestionsPath`. */
  path: string | null;
}) {
  if (path !== null)
    return (
      <iframe
        src={path}
        title="Google検索の候補"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        loading="lazy"
        // Of the scheme of its page, so that what Google's card leaves free shows this one in both themes.
        className="block h-14 w-full border-0 scheme-light"
      />
    );
  if (searches.length === 0) return null;
  return (
    <ul aria-label="Google検索の候補" className="flex flex-wrap gap-x-4 text-sm">
      {searches.map(({ text, url }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener nofollow"
            className="inline-flex min-h-11 items-center gap-1 text-accent underline"
          >
            <Icon name="search" />
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
