import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { creationFormSchema } from "#app/features/creation/creation.schema.ts";
import { LimitReached } from "#app/features/domain-error.ts";
import { action as answerConsent } from "#app/routes/resources/consent.ts";
import { action as chooseTheme } from "#app/routes/resources/theme.ts";
import { action as likeTrack } from "#app/routes/screens/tracks/like-track.tsx";
import { contextOf } from "#test/request-context.ts";
import { RateLimit } from "../limits/rate-limit.server.ts";
import { formAction } from "./form-action.server.ts";

let calls = 0;
const encoded = "application/x-www-form-urlencoded";

/** Posts a form that runs nothing, of a visitor unless `viewer` says who. */
async function post(
  o: {
    schema: z.ZodType;
    limit?: RateLimit;
    size?: { bytes?: number; fields?: number };
    who?: "anyone" | "member";
    viewer?: Viewer;
  },
  fields: [string, string][] | FormData,
  type?: string,
) {
  const got: unknown[] = [];
  const action = formAction({
    who: o.who ?? "anyone",
    schema: o.schema,
    ...(o.limit && { limit: o.limit }),
    ...(o.size && { size: o.size }),
    async run({ value }) {
      got.push(value);
      return null;
    },
  });
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  const request = new Request("http://localhost/form", {
    method: "POST",
    body,
    ...(type !== undefined && { headers: { "Content-Type": type } }),
  });
  // As browsers send it.
  if (!(body instanceof FormData)) request.headers.set("Content-Length", String(body.toString().length));
  const address = `10.1.${calls >> 8}.${calls++ & 255}`;
  const answer: unknown = await action({
    request,
    params: {},
    context: contextOf(request, { address, viewer: async () => o.viewer ?? null }),
  }).catch((thrown: unknown) => thrown);
  return { answer, got, sent: body.toString().length, isRead: request.bodyUsed };
}

const name = z.object({ name: z.string().min(3, "短すぎます") });
const places = (length: number) => Array.from({ length }, (_, at) => at);

test("fields that the schema does not name are dropped, and never sent back", async () => {
  const hostile = places(150).map((at): [string, string] => [`a${at}[99][99][99][99]`, ""]);
  for (const fields of [
    hostile,
    [["a[50]", "x"]],
    [["name[50]", "x"]],
    [["name.first", "x"]],
    [["__proto__.x", "x"]],
    [["constructor", "x"]],
    [["toString", "x"]],
    [["__intent__", '{"type":"update","payload":{"name":"name","value":"abc"}}']],
    [["__state__", "{"]],
  ] satisfies [string, string][][]) {
    const { answer, got } = await post({ schema: name }, [...fields, ["name", "ab"]]);
    expect(got).toEqual([]);
    expect(answer).toMatchObject({
      data: { result: { initialValue: { name: "ab" }, error: { name: ["短すぎます"] }, fields: ["name"] } },
    });
    expect(JSON.stringify(answer).length).toBeLessThan(400);
  }
});

test("lists have no gaps: an element counts after those before it", async () => {
  const schema = z.object({
    rows: z.array(z.array(z.object({ text: z.string() }))),
    never: z.string("まだです"),
  });
  const { answer } = await post({ schema }, [
    ["rows[1][0].text", "lost"],
    ["rows[0][1].text", "lost"],
    ["rows[0][0].text", "a"],
    ["rows[0][0].text", "b"],
    ["rows[0][1].text", "c"],
    ["rows[0][01].text", "lost"],
    ["rows[0][2].other", "lost"],
    ["rows[0][3].text", "lost"],
    ["rows[99][99].text", "lost"],
    ["rows[50]", "lost"],
    ["rows", "lost"],
    ["rows[1][0].text", "d"],
  ]);
  expect(answer).toMatchObject({
    data: { result: { initialValue: { rows: [[{ text: "b" }, { text: "c" }], [{ text: "d" }]] } } },
  });
  expect(JSON.stringify(answer)).not.toContain("lost");
});

test("of a list of checkboxes those that are not ticked are empty, and it ends where its schema says", async () => {
  const schema = z.object({
    ticks: z.array(z.string().optional()).max(4),
    never: z.string("まだです"),
  });
  const { answer } = await post({ schema }, [
    ["ticks[2]", "on"],
    ["ticks[4]", "lost"],
    ["ticks[50]", "lost"],
  ]);
  expect(answer).toHaveProperty("data.result.initialValue.ticks.length", 3);
  expect(answer).toHaveProperty("data.result.initialValue.ticks.2", "on");
  // A gap of a sparse array has no property.
  expect(answer).toHaveProperty("data.result.initialValue.ticks.0", undefined);
});

test("whatever is posted to the form with the most fields, what comes back is at most what was sent", async () => {
  const size = { bytes: 256 * 1024, fields: 3000 };
  const kinds = [
    (at: number) => `lines[${at % 100}][99].text`,
    (at: number) => `lines[99][99][99][${at}]`,
    (at: number) => `labels[${at}]`,
    (at: number) => `agreedToTerms[${at}]`,
    (at: number) => `x${at}[99][99][99][99]`,
    (at: number) => `voices.A[${at}]`,
  ];
  for (const kind of kinds) {
    const fields = places(2900).map((at): [string, string] => [kind(at), ""]);
    const { answer, sent } = await post({ schema: creationFormSchema, size }, [
      ["intent", "save-script"],
      ...fields,
    ]);
    expect(JSON.stringify(answer).length).toBeLessThan(sent);
  }
});

const member: Viewer = {
  id: "u1",
  name: "夜野",
  email: "yoruno@example.com",
  customUserId: null,
  picture: null,
  xHandle: null,
  state: "approved",
  isPremium: false,
  premiumEndDate: null,
  premiumDisplayEndDate: null,
  speedTrialEndsAt: null,
  blocksAnyone: false,
  signedInAt: new Date(),
};

const lines = (count: number) =>
  places(count).map((at): [string, string] => [`lines[${Math.floor(at / 100)}][${at % 100}].text`, "a"]);

test("what would make a visitor's page many times as large as the form is refused; a member's comes back", async () => {
  const size = { bytes: 256 * 1024, fields: 3000 };
  const texts = z.object({ text: z.string().max(10, "長すぎます") });
  for (const [schema, fields] of [
    [texts, [["text", "<".repeat(60_000)]]],
    [texts, [["text", "a".repeat(250_000)]]],
    [creationFormSchema, [["intent", "save-script"], ...lines(2900)]],
  ] satisfies [z.ZodType, [string, string][]][]) {
    for (const who of ["anyone", "member"] as const) {
      const { answer } = await post({ schema, size, who }, fields);
      const status = who === "anyone" ? 413 : 401;
      expect(answer).toMatchObject({ init: { status } });
      expect(JSON.stringify(answer).length).toBeLessThan(400);
    }
    const { answer } = await post({ schema, size, who: "member", viewer: member }, fields);
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect(JSON.stringify(answer).length).toBeGreaterThan(50_000);
  }
  // A whole dictionary is not even read.
  const dictionary = { schema: texts, size: { bytes: 800_000 }, who: "member" as const };
  const large: [string, string][] = [["text", "a".repeat(300_000)]];
  expect(await post(dictionary, large)).toMatchObject({ answer: { init: { status: 401 } }, isRead: false });
  expect(await post({ ...dictionary, viewer: member }, large)).toMatchObject({ isRead: true });
  // A long text of a person whose session has ended.
  const own = "あ".repeat(20_000);
  const { answer } = await post({ schema: texts, size, who: "member" }, [["text", own]]);
  expect(answer).toMatchObject({ init: { status: 401 }, data: { result: { initialValue: { text: own } } } });
});

test("of many wrong lines at most a hundred are told", async () => {
  const size = { bytes: 256 * 1024, fields: 3000 };
  const { answer } = await post({ schema: creationFormSchema, size }, [
    ["intent", "save-script"],
    ...lines(800),
  ]);
  expect(answer).toMatchObject({ init: { status: 400 } });
  const told = JSON.stringify(answer).match(/声を選んでください/g) ?? [];
  expect(told.length).toBeGreaterThan(90);
  expect(told.length).toBeLessThanOrEqual(100);
});

test("more than 200 fields are refused before they are parsed, encoded and in parts", async () => {
  const parse = vi.spyOn(Response.prototype, "formData");
  const many = places(201).map((): [string, string] => ["name", "abc"]);
  const parts = new FormData();
  for (const [field, value] of many) parts.append(field, value);
  for (const fields of [many, parts]) {
    const { answer, got } = await post({ schema: name }, fields);
    expect(answer).toMatchObject({ init: { status: 413 }, data: { code: "too_large" } });
    expect(got).toEqual([]);
  }
  expect(parse).not.toHaveBeenCalled();
  const { got } = await post({ schema: name }, many.slice(1));
  expect(got).toEqual([{ name: "abc" }]);
  parse.mockRestore();
});

test("more bytes than the form takes are refused, declared or in chunks", async () => {
  const large = await post({ schema: name }, [["name", "a".repeat(65 * 1024)]]);
  expect(large.answer).toMatchObject({ init: { status: 413 } });
  const allowed = await post({ schema: name, size: { bytes: 128 * 1024 } }, [
    ["name", "a".repeat(65 * 1024)],
  ]);
  expect(allowed.got).toHaveLength(1);
});

test("over the limit nothing is judged, and what was typed comes back", async () => {
  let judged = 0;
  const schema = z.object({
    name: z.string().refine(() => {
      judged++;
      return true;
    }),
  });
  const limit = new RateLimit({
    name: "formPostsTest",
    counts: "tries",
    per: "address",
    max: 0,
    windowS: 60,
  });
  const { answer, got } = await post({ schema, limit }, [
    ["name", "夜野"],
    ["a[99][99][99]", ""],
  ]);
  expect(answer).toMatchObject({
    init: { status: 429 },
    data: { result: { initialValue: { name: "夜野" } }, code: new LimitReached("", 1).code },
  });
  expect([judged, got]).toEqual([0, []]);
  expect(JSON.stringify(answer)).not.toContain("99");
  // What can't be read is refused for the same reason.
  const many = places(201).map((): [string, string] => ["name", "abc"]);
  expect((await post({ schema, limit }, many)).answer).toMatchObject({ init: { status: 429 } });
});

test("who may post, and how often, is asked before the body is read", async () => {
  const order: string[] = [];
  const limit = new RateLimit({
    name: "formPostsOrder",
    counts: "tries",
    per: "address",
    max: 10,
    windowS: 60,
  });
  vi.spyOn(limit, "consume").mockImplementation(async () => void order.push("limit"));
  const action = formAction({ who: "anyone", schema: name, limit, run: async () => null });
  const body = new ReadableStream(
    {
      pull(controller) {
        order.push("read");
        controller.enqueue(new TextEncoder().encode("name=abc"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body,
    duplex: "half",
    headers: { "Content-Type": encoded },
  };
  const request = new Request("http://localhost/form", init);
  const context = contextOf(request, {
    viewer: async () => {
      order.push("viewer");
      return null;
    },
  });
  await action({ request, params: {}, context });
  expect(order.at(-1)).toBe("read");
  expect(order).toContain("viewer");
  expect(order).toContain("limit");
});

test("forms without a page ask how often before they read too", async () => {
  const consume = vi.spyOn(RateLimit.prototype, "consume").mockRejectedValue(new LimitReached("", 1));
  const limited = { likeTrack, chooseTheme, answerConsent };
  for (const [form, act] of Object.entries(limited)) {
    const request = new Request("http://localhost/form", {
      method: "POST",
      body: new URLSearchParams({ intent: "like", theme: "dark", choice: "all" }),
    });
    const args = { request, params: { id: "1" }, context: contextOf(request) };
    const answer: unknown = await Reflect.apply(act, null, [args]).catch((thrown: unknown) => thrown);
    // Of a page's action an error page, of an endpoint its response.
    const status = answer instanceof Response ? answer : answer && Reflect.get(answer, "init");
    expect({ form, isRead: request.bodyUsed, status }).toEqual({
      form,
      isRead: false,
      status: expect.objectContaining({ status: 429 }),
    });
  }
  consume.mockRestore();
});

test("other bodies than forms, and broken ones, are refused", async () => {
  const json = await post({ schema: name }, [["name", "abc"]], "application/json");
  expect(json.answer).toMatchObject({ init: { status: 415 } });
  const broken = await post({ schema: name }, [["name", "abc"]], "multipart/form-data; boundary=x");
  expect(broken.answer).toMatchObject({ init: { status: 400 } });
});
