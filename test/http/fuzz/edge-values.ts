import type { JsonSchema } from "#app/features/api-docs/documented-calls.ts";
import type { Dice } from "./dice.ts";

/** In the JSON it stands without quotation marks. */
const rawNumber = (digits: string) => `raw number ${digits}`;

/** Replaces what `rawNumber` returned. */
export const withRawNumbers = (json: string) => json.replaceAll(/"raw number ([^"]+)"/g, "$1");

/** The field is not there. */
export const missing = Symbol("missing");

export const hostileTexts = [
  "",
  " ",
  "\u3000\t\n",
  "\0",
  "夜\0の音",
  "\ud800",
  "夜\udfff",
  "👩‍👩‍👧‍👦".repeat(2),
  "🏳️‍🌈",
  "\u202eおとるよ",
  "\u200f\u200e\ufeff",
  "e\u0301".repeat(9),
  `夜${"\u0301".repeat(40)}`,
  "ﷺ".repeat(3),
  "𠮷野家",
  "\u2028\u2029",
  "\r\n\r\nSet-Cookie: a=b",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  "%' ESCAPE '\\",
  '\\"',
  "%_%_%",
  "*",
  '"夜" OR NEAR(',
  "../../../../etc/passwd",
  "..\\..\\mugen.sqlite",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "javascript:alert(1)",
  "//elsewhere.example/x",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "0",
  "1e3",
  "0x10",
  "１２",
  "1.5",
  "99999999999999999999",
  "2147483647",
  "2147483648",
  "{{7*7}}<%= 7*7 %>",
  "A: \nB: ",
  "A: こんばんは。",
  "{}",
  "[]",
] as const;

/** Several of them in one, of at most `max` characters: what one alone would find is found sooner. */
export function hostileMixture(dice: Dice, max: number): string {
  const parts = Array.from({ length: dice.between(1, 12) }, () => dice.pick(hostileTexts) ?? "");
  return parts.join("").slice(0, max);
}

/** Around the lengths at which schemas and indexes end. */
const lengths = [
  1, 20, 21, 40, 41, 50, 51, 100, 101, 200, 201, 500, 501, 1000, 1001, 2000, 2001, 6001, 20_000,
];

const hostileNumbers = [
  0,
  -1,
  -0,
  0.5,
  1e-9,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  rawNumber("1e999"),
  rawNumber("-1e999"),
  rawNumber("123456789012345678901234567890"),
] as const;

export const hostileCursors = [
  "",
  "0.0",
  "1.1",
  "253402300799999.2147483647",
  "253402300800000.1",
  "999999999999999.1",
  "1.2147483648",
  "-1.1",
  "1.-1",
  "1",
  "1.1.1",
  "x.y",
  "１.１",
  "1.1\0",
  "' OR 1=1",
  "eyJpZCI6MX0=",
] as const;

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner, _, at) => (at % 2 === 0 ? [inner] : { a: inner }), 1);

/** Of another type than `value`, or as large as nobody sends. */
function wrongType(dice: Dice): unknown {
  return dice.pick([
    missing,
    null,
    true,
    0,
    "1",
    [],
    {},
    [null],
    ["a", "b"],
    { length: 1 },
    { toString: "x" },
    { id: 1 },
    nested(20),
    nested(1500),
    Array.from({ length: 3000 }, () => 1),
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at])),
  ] as const);
}

/** Something at the edge of what may stand where `value` does, or beyond it. */
export function edgeValue(value: unknown, schema: JsonSchema | undefined, dice: Dice): unknown {
  if (dice.chance(0.25)) return wrongType(dice);
  if (typeof value === "string") return edgeText(schema, dice);
  if (typeof value === "number") return edgeNumber(schema, dice);
  if (Array.isArray(value)) {
    const [first = 1] = value;
    const repeated = (count: number) => Array.from({ length: count }, () => first);
    return dice.pick([[], repeated(2), repeated(101), repeated(1001), [...value, null], [value]] as const);
  }
  if (value !== null && typeof value === "object") return withExtraField(value, dice);
  return wrongType(dice);
}

function edgeText(schema: JsonSchema | undefined, dice: Dice): string {
  const max = schema && "maxLength" in schema ? schema.maxLength : undefined;
  const exact = max === undefined ? [] : [max, max + 1];
  if (dice.chance(0.4)) {
    const length = dice.pick([...exact, ...exact, ...lengths]) ?? 1;
    return dice.pick(["夜", "a", "𠮷", "é", " "] as const).repeat(length);
  }
  return dice.chance(0.5) ? (dice.pick(hostileTexts) ?? "") : hostileMixture(dice, max ?? 200);
}

function edgeNumber(schema: JsonSchema | undefined, dice: Dice): unknown {
  const found = schema && !("$ref" in schema) ? schema : {};
  const { minimum, maximum } = found;
  const exact = [
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
  ];
  return dice.pick([...exact, ...exact, ...hostileNumbers]);
}

type Extra = readonly [name: string, field: unknown];

function withExtraField(value: object, dice: Dice): unknown {
  const fields: readonly [Extra, ...Extra[]] = [
    ["__proto__", { isAdmin: true }],
    ["constructor", { prototype: {} }],
    ["id", 1],
    ["userId", "somebody-else"],
    ["isPremium", true],
    ["state", "approved"],
    ["", ""],
    ["夜\0", "x"],
    ["\ud800", "x"],
    ["toJSON", "x"],
    ["then", "x"],
    ["x".repeat(5000), 1],
  ];
  const [name, field] = dice.pick(fields);
  // Computed: a literal `__proto__` would set the prototype.
  return { ...value, [name]: field };
}

/** An encoded `.` or `..` would be taken for a folder before it is sent. */
export const encodeSegment = (text: string) => encodeURIComponent(text.toWellFormed()) || "%20";

export function edgeSegment(dice: Dice): string {
  return (
    dice.pick([
      "%00",
      "%E0%A4%A",
      "%ff",
      "..%2F..%2Fetc%2Fpasswd",
      "..%5Cmugen.sqlite",
      "%252e%252e%252f",
      "x".repeat(101),
      "x".repeat(3000),
      ...["0", "-1", "1", "01", "1.0", "1e1", "+1", "2147483647", "2147483648", "9007199254740993"],
      ...["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-00000000000G", "nobody"],
      ...hostileTexts.map(encodeSegment),
    ]) ?? ""
  );
}
