/** Whether `version` is a SemVer of numbers that comes after `current`. */
export function isLaterVersion(version: string, current: string): boolean {
  const numbers = (text: string) => /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text)?.slice(1).map(Number);
  const [later, earlier] = [numbers(version), numbers(current)];
  if (!later || !earlier) return false;
  const at = later.findIndex((number, index) => number !== earlier[index]);
  return at >= 0 && (later[at] ?? 0) > (earlier[at] ?? 0);
}
