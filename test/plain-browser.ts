import { Parser } from "htmlparser2";
import { Client } from "./client.ts";

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  parent: Element | undefined;
  /** As the page was sent. */
  html: string;
}
type Node = Element | string;
type Words = string | RegExp;

/** What has a role by its tag alone, as far as tests ask for it. */
const roles: Readonly<Record<string, string>> = {
  a: "link",
  article: "article",
  details: "details",
  dialog: "dialog",
  footer: "footer",
  h1: "heading",
  h2: "heading",
  header: "header",
  iframe: "iframe",
  li: "listitem",
  main: "main",
  mark: "mark",
  nav: "navigation",
  ol: "list",
  section: "region",
  summary: "button",
  table: "table",
  tr: "row",
  ul: "list",
};
const controls = new Set(["input", "select", "textarea"]);
const buttonTypes = new Set(["submit", "button", "reset", "image"]);

const attribute = (element: Element, name: string) => element.attributes[name] ?? "";
const has = (element: Element, name: string) => name in element.attributes;
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const matches = (text: string, words: Words) =>
  typeof words === "string" ? text === words : words.test(text);
const isControl = (element: Element) =>
  controls.has(element.name) &&
  !buttonTypes.has(attribute(element, "type")) &&
  attribute(element, "type") !== "hidden";
const isButton = (element: Element) =>
  ["button", "summary"].includes(element.name) ||
  (element.name === "input" && buttonTypes.has(attribute(element, "type")));
const roleOf = (element: Element) => element.attributes.role ?? roles[element.name] ?? "";

/**
 * A browser without scripts, as far as HTML goes: it follows links and redirects, opens `<details>` and popovers, fills in and
 * sends the forms that are there, and shows nothing that HTML hides or that is marked as of no use without scripts. It has no
 * other styles, no layout and no keyboard: what depends on those needs a real one.
 */
export class PlainBrowser {
  readonly #clients = new Map<string, Client>();
  #address: URL;
  #status = 0;
  #page = read("");
  /** What was typed and attached since the page has come. */
  #typed = new Map<Element, string | File>();

  constructor(client: Client) {
    this.#clients.set(client.origin, client);
    this.#address = new URL(client.origin);
  }

  static async signedIn(origin: string, email: string, name?: string): Promise<PlainBrowser> {
    return new PlainBrowser(await Client.signedIn(origin, email, name));
  }

  get status(): number {
    return this.#status;
  }

  /** Path and query of the page, with its origin where that is another site's. */
  get address(): string {
    const { origin, pathname, search, hash, href } = this.#address;
    const [own] = this.#clients.keys();
    return origin === own ? pathname + search + hash : href;
  }

  /** What the site has stored here. */
  get cookies(): string {
    const [own] = this.#clients.values();
    return own?.cookieHeaders().Cookie ?? "";
  }

  get title(): string {
    const [title] = findAll(({ name }) => name === "title", this.#page.children);
    return oneLine(title ? wordsIn(title) : "");
  }

  /** Seconds and address of a page that loads itself anew. */
  get refresh(): string | undefined {
    const [meta] = findAll(
      (element) => element.name === "meta" && attribute(element, "http-equiv") === "refresh",
      this.#page.children,
    );
    return meta && attribute(meta, "content");
  }

  /** All of the page. */
  get page(): Part {
    return new Part(this, this.#page.children);
  }

  get main(): Part {
    return this.page.part("main");
  }

  /** The only dialog or popover that is open. */
  get dialog(): Part {
    return this.page.part("dialog");
  }

  async open(address: string): Promise<void> {
    await this.#load(new URL(address, this.#address), {});
  }

  async reload(): Promise<void> {
    await this.#load(this.#address, {});
  }

  async #load(address: URL, init: RequestInit): Promise<void> {
    let [url, sent] = [address, init];
    for (let hops = 0; hops < 10; hops++) {
      const client = this.#clients.get(url.origin) ?? new Client(url.origin);
      this.#clients.set(url.origin, client);
      const headers = new Headers(sent.headers);
      headers.set("Accept", "text/html");
      const response = await client.fetch(url.pathname + url.search, { ...sent, headers });
      const to = response.headers.get("Location");
      if (to === null || response.status < 300 || response.status > 399) {
        this.#status = response.status;
        this.#address = url;
        this.#page = read(await response.text());
        this.#typed = new Map();
        return;
      }
      url = new URL(to, url);
      sent = {};
    }
    throw new Error(`${address} leads in circles`);
  }

  /** Used by parts of the page. */
  async follow(link: Element): Promise<void> {
    await this.open(attribute(link, "href"));
  }

  async press(button: Element): Promise<void> {
    if (button.name === "summary") {
      const { parent } = button;
      if (!parent) throw new Error("a summary of nothing");
      if (has(parent, "open")) delete parent.attributes.open;
      else parent.attributes.open = "";
      return;
    }
    const target = attribute(button, "popovertarget");
    if (target) {
      const popover = this.byId(target);
      if (!popover || !has(popover, "popover")) throw new Error(`no popover ${target}`);
      if (attribute(button, "popovertargetaction") === "hide") delete popover.attributes["data-open"];
      else popover.attributes["data-open"] = "";
      return;
    }
    const form = this.#formOf(button);
    if (!form || attribute(button, "type") === "button") throw new Error("the button needs scripts");
    await this.#send(form, button);
  }

  async #send(form: Element, button: Element): Promise<void> {
    const { origin, pathname, search } = this.#address;
    const said = (name: string) => button.attributes[`form${name}`] ?? attribute(form, name);
    const action = new URL(said("action") || pathname + search, this.#address);
    const fields = this.#fieldsOf(form, button);
    if (said("method").toLowerCase() !== "post") {
      action.search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
      return this.#load(action, {});
    }
    const isMultipart = said("enctype") === "multipart/form-data";
    const body = isMultipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of fields) {
      if (body instanceof FormData && value instanceof File) body.append(name, value);
      else body.append(name, value instanceof File ? value.name : value);
    }
    await this.#load(action, { method: "POST", headers: { Origin: origin }, body });
  }

  /** What the browser sends of a form, in the order of the page. */
  #fieldsOf(form: Element, button: Element): [name: string, value: string | File][] {
    const fields: [string, string | File][] = [];
    for (const element of findAll(() => true, this.#page.children)) {
      const name = attribute(element, "name");
      if (!name || this.#formOf(element) !== form || isDisabled(element)) continue;
      if (isButton(element)) {
        if (element === button) fields.push([name, attribute(element, "value")]);
        continue;
      }
      if (!controls.has(element.name)) continue;
      const type = attribute(element, "type");
      if (["checkbox", "radio"].includes(type)) {
        if (has(element, "checked")) fields.push([name, element.attributes.value ?? "on"]);
        continue;
      }
      const value = this.valueOf(element);
      if (has(element, "required") && value === "" && !has(form, "novalidate"))
        throw new Error(`the browser itself would ask for ${name}`);
      fields.push([name, type === "file" && value === "" ? new File([], "") : value]);
    }
    return fields;
  }

  #formOf(element: Element): Element | undefined {
    const named = element.attributes.form;
    if (named !== undefined) return this.byId(named);
    return ancestors(element).find(({ name }) => name === "form");
  }

  byId(id: string): Element | undefined {
    return findAll((element) => attribute(element, "id") === id, this.#page.children)[0];
  }

  type(element: Element, value: string | File): void {
    this.#typed.set(element, value);
  }

  valueOf(element: Element): string | File {
    const typed = this.#typed.get(element);
    if (typed !== undefined) return typed;
    if (element.name === "textarea") return wordsIn(element).replace(/^\n/, "");
    if (element.name !== "select") return attribute(element, "value");
    const options = findAll(({ name }) => name === "option", element.children);
    const chosen =
      options.find((option) => has(option, "selected")) ?? options.find((option) => !has(option, "disabled"));
    return chosen ? (chosen.attributes.value ?? oneLine(wordsIn(chosen))) : "";
  }

  /** The accessible name: what a label says, else the words within. */
  nameOf(element: Element): string {
    const label = attribute(element, "aria-label");
    if (label) return oneLine(label);
    const ids = attribute(element, "aria-labelledby").split(" ").filter(Boolean);
    if (ids.length > 0) return oneLine(ids.map((id) => textOf(this.byId(id)?.children ?? [])).join(" "));
    if (element.name === "table") {
      const [caption] = findAll(({ name }) => name === "caption", element.children);
      return caption ? textOf(caption.children) : "";
    }
    if (!controls.has(element.name)) return textOf(element.children) || attribute(element, "title");
    if (isButton(element)) return attribute(element, "value");
    const id = attribute(element, "id");
    const labels = findAll(
      (one) =>
        one.name === "label" &&
        ((id !== "" && attribute(one, "for") === id) || one.children.includes(element)),
      this.#page.children,
    );
    const around = ancestors(element).filter(({ name }) => name === "label");
    return oneLine([...new Set([...labels, ...around])].map(({ children }) => textOf(children)).join(" "));
  }
}

/** A part of a page, in which links, buttons and fields are looked for. Only what is shown is found. */
class Part {
  readonly #browser: PlainBrowser;
  readonly #nodes: readonly Node[];

  constructor(browser: PlainBrowser, nodes: readonly Node[]) {
    this.#browser = browser;
    this.#nodes = nodes;
  }

  get text(): string {
    return textOf(this.#nodes);
  }

  #find(test: (element: Element) => boolean): Element[] {
    return findAll((element) => test(element) && isShown(element), [...this.#nodes]);
  }

  #one(what: string, found: readonly Element[]): Element {
    const [first] = found;
    if (!first) throw new Error(`no ${what} in: ${this.text}`);
    return first;
  }

  /** The parts with this role (or tag), this accessible name and these words in them. */
  parts(role: string, o: { name?: Words; text?: string } = {}): Part[] {
    return this.#find(
      (element) =>
        (roleOf(element) === role || element.name === role) &&
        (o.name === undefined || matches(this.#browser.nameOf(element), o.name)) &&
        (o.text === undefined || textOf(element.children).includes(o.text)),
    ).map((element) => new Part(this.#browser, [element]));
  }

  /** The first of them. */
  part(role: string, o: { name?: Words; text?: string } = {}): Part {
    const [first] = this.parts(role, o);
    if (!first) throw new Error(`no ${role} ${JSON.stringify(o)} in: ${this.text}`);
    return first;
  }

  #links(name: Words): Element[] {
    const { nameOf } = this.#browser;
    return this.#find(
      (element) =>
        element.name === "a" && has(element, "href") && matches(nameOf.call(this.#browser, element), name),
    );
  }

  #buttons(name: Words): Element[] {
    return this.#find((element) => isButton(element) && matches(this.#browser.nameOf(element), name));
  }

  /** A label that begins so is meant too: counts and hints stand in some. */
  #fields(label: Words): Element[] {
    const named = this.#find(isControl).map((element) => [element, this.#browser.nameOf(element)] as const);
    const exact = named.filter(([, name]) => matches(name, label));
    const fitting =
      exact.length === 0 && typeof label === "string"
        ? named.filter(([, name]) => name.startsWith(label))
        : exact;
    return fitting.map(([element]) => element);
  }

  #field(label: Words): Element {
    return this.#one(`field ${label}`, this.#fields(label));
  }

  hasLink(name: Words): boolean {
    return this.#links(name).length > 0;
  }

  hasButton(name: Words): boolean {
    return this.#buttons(name).length > 0;
  }

  hasField(label: Words): boolean {
    return this.#fields(label).length > 0;
  }

  /** Where a link leads. */
  href(name: Words): string {
    return attribute(this.#one(`link ${name}`, this.#links(name)), "href");
  }

  async follow(name: Words): Promise<void> {
    await this.#browser.follow(this.#one(`link ${name}`, this.#links(name)));
  }

  async press(name: Words): Promise<void> {
    const button = this.#one(`button ${name}`, this.#buttons(name));
    if (isDisabled(button)) throw new Error(`the button ${name} can't be pressed`);
    await this.#browser.press(button);
  }

  fill(label: Words, value: string | File): void {
    const field = this.#field(label);
    if (isDisabled(field) || has(field, "readonly")) throw new Error(`the field ${label} takes nothing`);
    this.#browser.type(field, value);
  }

  /** Chooses the option with these words. */
  choose(label: Words, option: Words): void {
    const field = this.#field(label);
    const chosen = findAll(
      (element) => element.name === "option" && matches(oneLine(wordsIn(element)), option),
      field.children,
    );
    const found = this.#one(`option ${option}`, chosen);
    this.#browser.type(field, found.attributes.value ?? oneLine(wordsIn(found)));
  }

  check(label: Words, isOn = true): void {
    const box = this.#field(label);
    if (isDisabled(box)) throw new Error(`the field ${label} takes nothing`);
    if (attribute(box, "type") === "radio") {
      const name = attribute(box, "name");
      for (const other of this.#find((one) => one.name === "input" && attribute(one, "name") === name))
        delete other.attributes.checked;
    }
    if (isOn) box.attributes.checked = "";
    else delete box.attributes.checked;
  }

  isChecked(label: Words): boolean {
    return has(this.#field(label), "checked");
  }

  value(label: Words): string {
    return String(this.#browser.valueOf(this.#field(label)));
  }

  /** An attribute of a field, such as `aria-invalid`. */
  fieldAttribute(label: Words, name: string): string | undefined {
    return this.#field(label).attributes[name];
  }

  get html(): string {
    return this.#nodes.map((node) => (typeof node === "string" ? node : node.html)).join("");
  }

  /** An attribute of this part's own element. */
  attribute(name: string): string | undefined {
    const [first] = this.#nodes;
    return typeof first === "object" ? first.attributes[name] : undefined;
  }

  /** The name of the field that the browser goes to. */
  get focused(): string {
    const [field] = this.#find((element) => has(element, "autofocus"));
    return field ? this.#browser.nameOf(field) : "";
  }
}

/** The tree of a page, below an element without a name. */
function read(html: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], parent: undefined, html };
  const starts = new Map<Element, number>();
  let open = root;
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: Element = { name, attributes, children: [], parent: open, html: "" };
      starts.set(element, parser.startIndex);
      open.children.push(element);
      open = element;
    },
    onclosetag() {
      open.html = html.slice(starts.get(open), parser.endIndex + 1);
      open = open.parent ?? root;
    },
    ontext(text) {
      open.children.push(text);
    },
  });
  parser.end(html);
  return root;
}

/** Those among the elements and all within them, in the order of the page. */
function findAll(test: (element: Element) => boolean, nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const within = findAll(test, node.children);
    return test(node) ? [node, ...within] : within;
  });
}

/** All words of an element, shown or not. */
function wordsIn({ children }: Element): string {
  return children.map((child) => (typeof child === "string" ? child : wordsIn(child))).join("");
}

function ancestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let { parent } = element; parent?.name; { parent } = parent) found.push(parent);
  return found;
}

const isDisabled = (element: Element) =>
  has(element, "disabled") ||
  ancestors(element).some((one) => one.name === "fieldset" && has(one, "disabled"));

/** By the class of `site.css`. */
const needsScripts = (element: Element) =>
  attribute(element, "class").split(" ").includes("unscripted:hidden");

/** HTML does not hide what is directly within. */
function showsContent(element: Element): boolean {
  if (["template", "script", "style", "head"].includes(element.name)) return false;
  if (has(element, "hidden") || has(element, "inert") || needsScripts(element)) return false;
  if (element.name === "dialog" && !has(element, "open")) return false;
  return !has(element, "popover") || has(element, "data-open");
}

function isShown(element: Element): boolean {
  if (!showsContent(element)) return false;
  let inner = element;
  for (const outer of ancestors(element)) {
    if (outer.name === "details" && !has(outer, "open") && inner.name !== "summary") return false;
    if (!showsContent(outer)) return false;
    inner = outer;
  }
  return true;
}

/** The words that are shown, in one line. */
function textOf(nodes: readonly Node[]): string {
  const words: string[] = [];
  const add = (node: Node) => {
    if (typeof node === "string") words.push(node);
    if (typeof node === "string" || !showsContent(node)) return;
    const isClosed = node.name === "details" && !has(node, "open");
    for (const child of node.children)
      if (!isClosed || (typeof child === "object" && child.name === "summary")) add(child);
  };
  for (const node of nodes) add(node);
  return oneLine(words.join(""));
}
