const unreleased = "## Unreleased\n";

/**
 * The changelog with its section "Unreleased" as that of `version` (SemVer) on `day` (YYYY-MM-DD) and a new, empty one above;
 * `notes`: what the section says. Throws without such a section, and if it says nothing.
 */
export function releaseSection(
  changelog: string,
  { version, day }: { version: string; day: string },
): { changelog: string; notes: string } {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const [before, after] = [changelog.slice(0, start), changelog.slice(start + unreleased.length)];
  const next = after.indexOf("\n## ");
  const notes = (next < 0 ? after : after.slice(0, next)).trim();
  if (notes === "") throw new Error('CHANGELOG.md says nothing under "## Unreleased".');
  return { changelog: `${before}${unreleased}\n## ${version} · ${day}\n${after}`, notes };
}
