import { allGivenNames } from "../lexicon/all-given-names.ts";
import { allSurnames } from "../lexicon/all-surnames.ts";
import { knownPeople, notPeople } from "../lexicon/known-people.ts";
import { roles, titles } from "./beside-names.ts";

interface Name {
  /** In katakana; empty if only the writing is known. */
  reading: string;
  /** The local engine says it otherwise in a full name, or before a title. */
  isMisreadInFull: boolean;
  isMisreadBeforeTitle: boolean;
  /** Is another word, too: a name only where a title or a role says so. */
  isOtherWord: boolean;
}

function readNames(table: string): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const line of table.split(";")) {
    const [reading = "", ...words] = line.trim().split(" ");
    for (const marked of words) {
      const marks = /^[*+\-!]*/.exec(marked)?.[0] ?? "";
      names.set(marked.slice(marks.length), {
        reading: reading === "-" ? "" : reading,
        isMisreadInFull: /[*+]/.test(marks),
        isMisreadBeforeTitle: /[*-]/.test(marks),
        isOtherWord: marks.includes("!"),
      });
    }
  }
  return names;
}

interface Tables {
  surnames: ReadonlyMap<string, Name>;
  givenNames: ReadonlyMap<string, Name>;
  people: ReadonlyMap<string, string>;
  others: ReadonlySet<string>;
}
let tables: Tables | undefined;

function loadTables(): Tables {
  tables ??= {
    surnames: readNames(allSurnames),
    givenNames: readNames(allGivenNames),
    people: new Map(
      knownPeople.split(";").map((line) => {
        const [name = "", reading = ""] = line.trim().split(" ");
        return [name, reading];
      }),
    ),
    others: new Set(notPeople.trim().split(/\s+/)),
  };
  return tables;
}

/** Most family names have two letters. */
const surnameLengths = [2, 3, 1, 4, 5];
/** The longest names of people with their roles and titles. */
const maxLength = 16;

/** @param isSurely a title or a role stands beside it */
function readFullName(name: string, isSurely: boolean): string | null {
  const { surnames, givenNames, people, others } = loadTables();
  const person = people.get(name);
  if (person !== undefined) return person;
  if (surnames.has(name) || others.has(name)) return null;
  for (const length of surnameLengths) {
    const family = surnames.get(name.slice(0, length));
    const given = givenNames.get(name.slice(length));
    if (family && given && (isSurely || !given.isOtherWord))
      return spellFullName(name.slice(0, length), family, name.slice(length), given).join("");
  }
  return null;
}

const spell = (written: string, { reading, isMisreadInFull }: Name) =>
  isMisreadInFull && reading !== "" ? reading : written;

/** Behind kana the engine takes a given name for another word. */
const spellFullName = (family: string, surname: Name, given: string, givenName: Name) => {
  const spoken = spell(family, surname);
  return spoken === family || givenName.reading === ""
    ? [spoken, spell(given, givenName)]
    : [spoken, givenName.reading];
};

const letters = "\\p{Script=Han}々ヶケノ";
const run = new RegExp(
  `(?<![${letters}\\d])([${letters}]{2,${maxLength}})(?: ([${letters}]{1,4})(?![${letters}]))?(?=(さん|さま|くん|ちゃん|[(（])?)`,
  "gu",
);
const roleBefore = new RegExp(
  `^(?:俳優|女優|歌手|主演|演出|脚本|作詞|作曲|編曲|原作|撮影|司会|出演|会社員|公務員|無職|自営業|故|${roles})`,
  "u",
);
const titleBehind = new RegExp(
  `(?:${titles}|作品|[作著訳編賞展像役]|主演|原作|記念|文学|全集|夫人|女史|名誉教授|元首相)+$`,
  "u",
);

/** Writes in katakana what the local engine misreads of family and given names side by side (重野安繹, 故田中亮氏, 田中 亮). */
export function readFullNames(text: string): string {
  return text.replace(run, (all, first: string, second: string | undefined, behind: string | undefined) =>
    second === undefined
      ? readRun(first, behind)
      : (readApart(first, second) ?? readRun(first) + all.slice(first.length)),
  );
}

/** A family name and a given name with a space between them. */
function readApart(first: string, second: string): string | null {
  const { surnames, givenNames } = loadTables();
  const role = roleBefore.exec(first)?.[0] ?? "";
  const title = givenNames.has(second) ? "" : (titleBehind.exec(second)?.[0] ?? "");
  const family = first.slice(role.length);
  const given = second.slice(0, second.length - title.length);
  const surname = surnames.get(family);
  const givenName = givenNames.get(given);
  if (!surname || !givenName) return null;
  return role + spellFullName(family, surname, given, givenName).join(" ") + title;
}

/** @param behind さん and the like, or a bracket, in which the reading of a full name often stands */
function readRun(written: string, behind = ""): string {
  const whole = readFullName(written, behind !== "");
  if (whole !== null) return whole;
  const role = roleBefore.exec(written)?.[0] ?? "";
  const title = titleBehind.exec(written)?.[0] ?? "";
  const besides: [string, string][] = [];
  if (role !== "" && title !== "") besides.push([role, title]);
  if (role !== "") besides.push([role, ""]);
  if (title !== "") besides.push(["", title]);
  for (const [before, after] of besides) {
    const name = written.slice(before.length, written.length - after.length);
    const read = name.length > 1 ? (readFullName(name, true) ?? (after && readBeforeTitle(name))) : "";
    if (read) return before + read + after;
  }
  return (behind.length > 1 && readBeforeTitle(written)) || written;
}

/** A family name or given name alone with a title, if the local engine misreads it there; empty if it does not. */
function readBeforeTitle(name: string): string {
  const { surnames, givenNames } = loadTables();
  const known = surnames.get(name) ?? givenNames.get(name);
  return known?.isMisreadBeforeTitle && !known.isOtherWord ? known.reading : "";
}
