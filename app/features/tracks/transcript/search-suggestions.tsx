import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { Icon } from "#app/ui/icon.tsx";

export type CheckedKind = "track" | "task" | "generation";

/** The page of a check's suggestions; null without any. */
export function suggestionsPath(
  factCheck: Pick<FactCheck, "searchSuggestions"> | null,
  checked: { kind: CheckedKind; id: string | number },
): string | null {
  return factCheck?.searchSuggestions === undefined
    ? null
    : `/search-suggestions/${checked.kind}/${encodeURIComponent(checked.id)}`;
}

/**
 * A check's searches, which the search service wants shown exactly as provided: in a frame without scripts, whose links open in
 * a new tab. Checks without a page have links.
 */
export function SearchSuggestions({
  searches = [],
  path,
}: {
  searches?: readonly { text: string; url: string }[] | undefined;
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
        // The page's scheme, so that what Google's card leaves free shows this one in both themes.
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
