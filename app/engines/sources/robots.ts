/** Bytes of a robots.txt that are read, as RFC 9309 asks for. */
export const maxRobotsBytes = 500 * 1024;
const maxRules = 2000;

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/**
 * Whether a site's robots.txt lets the program with this name get a path (with its query): by the rules of its own group, else those for
 * all; the longest rule that matches counts, and of two as long as each other the one that allows (RFC 9309).
 */
export function isAllowedByRobots(robots: string, o: { name: string; path: string }): boolean {
  const groups = groupsOf(robots);
  const rules = groups.get(o.name.toLowerCase()) ?? groups.get("*") ?? [];
  let best: Rule = { isAllowed: true, pattern: "" };
  for (const rule of rules) {
    if (!matches(rule.pattern, o.path)) continue;
    const isLonger = rule.pattern.length > best.pattern.length;
    if (isLonger || (rule.pattern.length === best.pattern.length && rule.isAllowed)) best = rule;
  }
  return best.isAllowed;
}

function groupsOf(robots: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  let names: string[] = [];
  let hasRules = false;
  let count = 0;
  for (const line of robots.split(/[\r\n]+/)) {
    const [, field = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (hasRules) names = [];
      hasRules = false;
      names.push(value.trim().toLowerCase());
      for (const known of names) if (!groups.has(known)) groups.set(known, []);
    } else if ((name === "allow" || name === "disallow") && count++ < maxRules) {
      hasRules = true;
      const pattern = value.trim();
      if (pattern !== "")
        for (const known of names) groups.get(known)?.push({ isAllowed: name === "allow", pattern });
    }
  }
  return groups;
}

/** `*` is any characters, `$` at the end the path's end. Without a regular expression, which a hostile pattern could make slow. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (isWhole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
