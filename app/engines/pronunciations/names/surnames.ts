import { givenNames, givenNamesWithTitle } from "../lexicon/given-names.ts";
import { peopleOfShortNames } from "../lexicon/people.ts";
import { surnames, surnamesAlone, surnamesWithTitle } from "../lexicon/surnames.ts";
import { entriesOf } from "../read-lexicon.ts";
import { kin, roles, speaking, titles } from "./beside-names.ts";
import { readFullNames } from "./full-names.ts";

const names = (list: string) => new Map(entriesOf(list).map(({ word, reading }) => [word, reading]));
const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join("|");

const alone = names(surnamesAlone);
const titled = names(`${surnamesWithTitle};${surnamesAlone}`);
const given = names(givenNames);
const givenTitled = names(givenNamesWithTitle);
const everybody = names(`${surnames};${surnamesAlone}`);
const known = new Map([...givenTitled, ...given, ...everybody, ...titled, ...alone]);

const particle = "(?=[はがをにのもとへや、。」]|だ|で(?:す|あ|し|は|も)|から|なら|$)";
const pattern = new RegExp(
  [
    `(?<![\\p{Script=Han}々])(?:${anyOf(alone.keys())})(?:${particle}|(?=${titles}))`,
    // 一様に is no Mr 一.
    `(?<![\\p{Script=Han}々\\d])(?!一様)(?:${anyOf(titled.keys())})(?=${titles})`,
    `(?<![\\p{Script=Han}々\\d])(?:${anyOf(titled.keys())})(?=[はがも]${speaking})`,
    `(?<=(?:${roles}|${kin})の)(?:${anyOf(given.keys())})(?:${particle}|(?=${titles}))`,
    `(?<![\\p{Script=Han}々\\d])(?:${anyOf(givenTitled.keys())})(?=さん|くん|ちゃん|君(?!主)|様(?!々|子|式))`,
    `(?<=(?:${roles})の)(?:${anyOf(everybody.keys())})${particle}`,
  ].join("|"),
  "gu",
);

const houses = new RegExp(
  `(?<![\\p{Script=Han}々])(${anyOf(everybody.keys())})家(?=[のはがをにとでもや、。」]|$|代々|一族|側)`,
  "gu",
);

const shortNames = names(peopleOfShortNames);
const shortName = new RegExp(
  `(?:${anyOf(shortNames.keys())})(?<!\\p{Script=Han}坂茂)(?:(?![\\p{Script=Han}々])|(?=${titles}|主演|[作著訳編賞展像]|原作|記念|文学|全集))`,
  "gu",
);
const desks =
  "受付|窓口|案内係|[部課係室局]|本社|支店|支社|営業所|事務局|案内|営業|総務|経理|人事|広報|企画|宣伝|管理";
const atDesk = new RegExp(
  `(?<=(?:${desks})の)(?:${anyOf([...known.keys()].filter((name) => name.length > 1))})(?=です|でござ|と申)|(?<![\\p{Script=Han}々])(?:${anyOf(known.keys())})(?=と申し)`,
  "gu",
);

/** Writes family names in katakana where a title, a role, a house (田中家) or speaking tells that they are names. */
export function readSurnames(text: string): string {
  return readFullNames(text.replace(shortName, (name) => shortNames.get(name) ?? name))
    .replace(atDesk, (name) => known.get(name) ?? name)
    .replace(houses, (_, name: string) => `${everybody.get(name)}ケ`)
    .replace(pattern, (name) => known.get(name) ?? name);
}
