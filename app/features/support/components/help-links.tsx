import { Link } from "react-router";
import { helpEntries } from "#app/features/shell/menu-entries.ts";

/** The other pages of help and law, at the end of one. */
export function HelpLinks({ except }: { except: string }) {
  return (
    <nav aria-label="ヘルプと規約" className="mt-12 border-t border-line pt-4 print:hidden">
      <ul className="flex flex-wrap gap-x-6 text-sm">
        {helpEntries
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
