/** RFC 9309 asks for this many bytes. */
export const maxRobotsBytes = 500 * 1024;
const maxRules = 2000;

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** RFC 9309: the program's own group, else all's; the longest matching rule wins, a tie allows. `path` with query. */
export function isAllowedByRobots(robots: string, o: { name: string; path: string }): boolean {
  const groups = groupsOf(robots);
  const rules = groups.get(o.name.toLowerCase()) ?? groups.get("*") ?? [];
  const path = normalizePath(o.path);
  let best: Rule = { isAllowed: true, pattern: "" };
  for (const rule of rules) {
    if (!matches(rule.pattern, path)) continue;
    const isLonger = rule.pattern.length > best.pattern.length;
    if (isLonger || (rule.pattern.length === best.pattern.length && rule.isAllowed)) best = rule;
  }
  return best.isAllowed;
}

/** 「Mugen/1.0」 names Mugen. */
const productOf = (value: string) => /^[a-z_-]+/i.exec(value.trim())?.[0].toLowerCase() ?? value.trim();

/** Letters beyond ASCII are encoded, others are not, so that both ways to write a path are one (RFC 9309, 2.2.2). */
const normalizePath = (path: string) =>
  path
    .toWellFormed()
    .replace(/[^\x20-\x7e]+/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    });

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
      names.push(productOf(value));
      for (const known of names) if (!groups.has(known)) groups.set(known, []);
    } else if ((name === "allow" || name === "disallow") && count++ < maxRules) {
      hasRules = true;
      const pattern = normalizePath(value.trim());
      if (pattern !== "")
        for (const known of names) groups.get(known)?.push({ isAllowed: name === "allow", pattern });
    }
  }
  return groups;
}

/** `*`: any characters; final `$`: the end. No regular expression: hostile patterns could be slow. */
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
