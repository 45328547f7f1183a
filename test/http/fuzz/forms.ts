import { Parser } from "htmlparser2";
import type { DocumentedCall } from "#app/features/api-docs/documented-calls.ts";
import { type ActorName, isOfConsole } from "./actors.ts";
import { Dice } from "./dice.ts";
import { hostileMixture, hostileTexts } from "./edge-values.ts";
import { multipartBody } from "./multipart-body.ts";
import { type FuzzRequest, type Material, networkOf } from "./requests.ts";

type Field = readonly [name: string, value: string];
type Button = readonly [name: string, value: string, action: string];

/** A form that posts, as a page showed it to somebody. */
export interface FoundForm {
  shownTo: ActorName;
  action: string;
  fields: readonly Field[];
  /** Each with where it sends the form. */
  buttons: readonly Button[];
  isMultipart: boolean;
}

/** The forms of a page at `address`. Calls have requests of their own. */
export function formsIn(html: string, o: { address: string; shownTo: ActorName }): FoundForm[] {
  const found: (FoundForm & { fields: Field[]; buttons: Button[] })[] = [];
  const byId = new Map<string, (typeof found)[number]>();
  /** Named by `form`, they stand anywhere. */
  const elsewhere: (() => void)[] = [];
  let open: (typeof found)[number] | undefined;
  let list = "";
  const parser = new Parser({
    onopentag(tag, { name = "", value = "", ...attributes }) {
      if (tag === "form") {
        const action = attributes.action || o.address;
        const isMultipart = attributes.enctype === "multipart/form-data";
        open = { shownTo: o.shownTo, action, fields: [], buttons: [], isMultipart };
        if (attributes.method?.toLowerCase() === "post" && !action.startsWith("/api/")) found.push(open);
        if (attributes.id) byId.set(attributes.id, open);
      }
      if (tag === "select") list = name;
      const add = (form: typeof open) => {
        if (tag === "button" && attributes.type !== "button")
          form?.buttons.push([name, value, attributes.formaction || form.action]);
        if (tag === "option" && "selected" in attributes) form?.fields.push([list, value]);
        if ((tag === "input" || tag === "textarea") && name) form?.fields.push([name, value]);
      };
      const { form } = attributes;
      if (form) elsewhere.push(() => add(byId.get(form)));
      else add(open);
    },
    onclosetag(tag) {
      if (tag === "form") open = undefined;
    },
  });
  parser.end(html);
  for (const add of elsewhere) add();
  // The one for likes is on pages without tracks too.
  return found.filter(({ buttons }) => buttons.length > 0);
}

/** Two that differ in ids and values alone are one, and all are in an order that no answer's time decides. */
export function differentForms(forms: readonly FoundForm[]): FoundForm[] {
  const texts = forms.map((form) => [JSON.stringify(form), form] as const);
  const sorted = texts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, form]) => form);
  const kindOf = ({ action, fields, buttons, shownTo }: FoundForm) =>
    [
      isOfConsole(shownTo),
      action.split("?")[0]?.replace(/[\w-]*\d[\w-]*/g, "0"),
      fields.map(([name, value]) => (name === "intent" ? value : name)),
      buttons.map(([, value]) => value.replace(/\d+/g, "0")),
    ].join(" ");
  return [...new Map(sorted.map((form) => [kindOf(form), form])).values()];
}

/** An operator who sends these ends a session, opens what is secret, or closes the site. */
const touchesOthers =
  /sign-out|end-|password|passkey|factor|maintenance|restore|reset|approve|deny|delete|take-down|bulk|role|disable|visib|publish|premium|reactivate|change|address|refund|stripe/;
/** They end the session or the account of who sends them, or ask Stripe, which does not know the subscriptions of all. */
const isOfLeavers = /end-|sign-out|delete-account|portal|subscription/;
const asksStripe = /^\/(?:cancel|premium|settings\/payments)\b/;
/** They speak, or write by rules for a while. */
const isSlow = /generate|speak|rewrite|make|extract/;

/** All forms in turn, as somebody who may send it or not, with all, some or none of their values as they are. */
export function makeFormRequest(
  { forms, files, values }: Pick<Material, "files" | "values"> & { forms: readonly FoundForm[] },
  o: { seed: number; number: number },
): FuzzRequest {
  const { number } = o;
  const dice = new Dice(o.seed, -1_000_000 - number);
  const form = forms[number % forms.length];
  if (!form) throw new Error("no forms");
  const actor = senderOf(form, dice);
  const keeps = dice.pick([1, 1, 0.7, 0] as const);
  const [buttonName = "", buttonValue = "", action = form.action] = dice.pick(form.buttons) ?? [];
  const given: Field[] = [...form.fields, ...(buttonName ? [[buttonName, buttonValue] as const] : [])];
  const isOperator = isOfConsole(actor);
  const sent = given.flatMap(([name, value]): Field[] => {
    // What others keep private must not come back because somebody sent it.
    const own = value.includes("himitsu") ? "夜" : value;
    const isKept = isOperator
      ? name === "intent" && !touchesOthers.test(value) && dice.chance(0.7)
      : dice.chance(keeps) &&
        !(isSlow.test(value) && dice.chance(0.95)) &&
        (actor === "leaver" || !isOfLeavers.test(value));
    if (isKept) return [[name, own]];
    const known = values[name] ?? [];
    const other = dice.pick([...hostileTexts, ...known.map(String), hostileMixture(dice, 3000)]);
    return dice.chance(0.15) ? [] : [[name, other ?? ""]];
  });
  if (dice.chance(0.1)) sent.push([dice.pick(hostileTexts), "1"]);
  const [path = "/", query] = action.split("?");
  // As the router sends it, at times.
  const isData = dice.chance(0.2);
  const address = `${isData ? `${path === "/" ? "/_root" : path}.data` : path}${query ? `?${query}` : ""}`;
  const call: DocumentedCall = {
    id: `form ${path.replace(/[\w-]*\d[\w-]*/g, "0")}`,
    method: "POST",
    path,
    tag: "",
    summary: "",
    who: isOfConsole(form.shownTo) ? "admin" : "anyone",
    parameters: [],
    responses: [],
    errorStatuses: [],
  };
  const { headers, content } = bodyOf(sent, { form, files, values, dice });
  return {
    number,
    call,
    actor,
    method: "POST",
    address,
    headers: {
      ...networkOf(dice),
      Accept: isData ? "*/*" : "text/html,*/*;q=0.8",
      Origin: originOf(dice),
      ...headers,
    },
    body: content,
  };
}

const originOf = (dice: Dice) =>
  dice.chance(0.95) ? "https://mugen.example" : dice.pick(["null", "https://elsewhere.example"] as const);

/** Not whose secrets it may hold: they could publish them rightly. `leaver` is a new member for each. */
function senderOf({ shownTo, action }: FoundForm, dice: Dice): ActorName {
  if (asksStripe.test(action)) return dice.pick(["leaver", "visitor"] as const);
  if (isOfConsole(shownTo))
    return dice.pick(["admin", "admin", "admin", "moderator", "leaver", "visitor"] as const);
  const others = (["member", "other"] as const).filter((actor) => actor !== shownTo);
  // What is the listener's is no secret.
  const owner = shownTo === "listener" ? "listener" : "leaver";
  return dice.pick(["leaver", "leaver", owner, "visitor", dice.pick(others) ?? "visitor"] as const);
}

function bodyOf(
  sent: readonly Field[],
  o: { form: FoundForm; dice: Dice } & Pick<Material, "files" | "values">,
): { headers: Record<string, string>; content: string | Buffer<ArrayBuffer> } {
  const { form, dice, files, values } = o;
  const names = sent.map(([name]) => name);
  if (form.isMultipart || dice.chance(0.05))
    return multipartBody(names, { dice, files, values, isBroken: dice.chance(0.7) });
  const content = new URLSearchParams(sent.map((field) => [...field])).toString();
  const asForm = { "Content-Type": "application/x-www-form-urlencoded" };
  if (dice.chance(0.9)) return { headers: asForm, content };
  return dice.pick<ReturnType<typeof bodyOf>>([
    { headers: asForm, content: "%ff=%zz&&&a[b]=1" },
    { headers: asForm, content: `intent=${"x".repeat(300_000)}` },
    { headers: asForm, content: "" },
    { headers: { "Content-Type": "application/json" }, content: JSON.stringify(Object.fromEntries(sent)) },
    { headers: { "Content-Type": "text/plain" }, content },
    { headers: { "Content-Type": "" }, content },
    { headers: { "Content-Type": "multipart/form-data" }, content },
  ]);
}

/** A post is answered by a page or by the way to another; what the router asked for, by its data or a refusal. */
export function isAnswerToForm({ address }: FuzzRequest, o: { status: number; headers: Headers }): boolean {
  if (o.status >= 300 && o.status < 400) return o.headers.has("Location");
  const type = o.headers.get("Content-Type") ?? "";
  // Which no form sends.
  if (o.status === 415) return true;
  if (!/\.data(?:\?|$)/.test(address)) return type.startsWith("text/html");
  return type.startsWith("text/x-script") || (type.startsWith("application/json") && o.status >= 400);
}
