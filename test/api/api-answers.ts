import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";

const response = z.object({
  $ref: z.string().optional(),
  content: z.record(z.string(), z.unknown()).optional(),
});
const operation = z.object({ operationId: z.string(), responses: z.record(z.string(), response) });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), response) }),
});

/** Whatever a call declares: wrong method, size, type or host. */
const general = [405, 413, 415, 421];

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Compares answers with the API's document. */
interface AnswerCheck {
  readonly operations: readonly { method: string; path: string; id: string; statuses: number[] }[];
  /** Compared answers below 400, as `operationId status`. */
  readonly seen: ReadonlySet<string>;
  /** Throws if the answer is not in the document. */
  check(method: string, path: string, answer: Response): Promise<void>;
}

const checks = new Map<string, Promise<AnswerCheck>>();

/** From the first server asked: all give the same. */
let apiDocument: Promise<ApiDocument> | undefined;

/** Throws if no server has given its document yet. */
export function answerCheckOf(origin: string): Promise<AnswerCheck> {
  const known = checks.get(origin);
  if (known) return known;
  apiDocument ??= readDocument(origin);
  const made = apiDocument.then((read) => checkBy(read, origin));
  checks.set(origin, made);
  made.catch(() => {
    checks.delete(origin);
    apiDocument = undefined;
  });
  return made;
}

interface ApiDocument {
  document: z.infer<typeof documentSchema>;
  ajv: Ajv2020;
}

async function readDocument(origin: string): Promise<ApiDocument> {
  const text = await (await fetch(`${origin}/api/openapi.json`)).text();
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(["openapi", "info", "servers", "tags", "paths", "components"]);
  ajv.addSchema({ $id: "api", ...JSON.parse(text) });
  return { document: documentSchema.parse(JSON.parse(text)), ajv };
}

function checkBy({ document, ajv }: ApiDocument, origin: string): AnswerCheck {
  const seen = new Set<string>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      method: method.toUpperCase(),
      path,
      id: operationId,
      statuses: Object.keys(responses).map(Number).filter(Number.isInteger),
    })),
  );

  function validatorAt(...parts: string[]): ValidateFunction {
    const pointer = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = ajv.getSchema(`api#/${pointer.map(encodeURIComponent).join("/")}`);
    if (!validate) throw new Error(`the document has no schema at ${parts.join(" ")}`);
    return validate;
  }

  /** The most specific of several. */
  function pathOf(pathname: string): string | undefined {
    const parts = pathname.replace(/\/+$/, "").split("/");
    const isLike = (path: string) => {
      const own = path.split("/");
      return own.length === parts.length && own.every((part, n) => part.startsWith("{") || part === parts[n]);
    };
    const open = (path: string) => path.split("/").map((part) => Number(part.startsWith("{")));
    return Object.keys(document.paths)
      .filter(isLike)
      .toSorted((a, b) => open(a).join("").localeCompare(open(b).join("")))[0];
  }

  return {
    operations,
    seen,
    async check(asked, address, answer) {
      const { status } = answer;
      const { pathname } = new URL(address, origin);
      const path = isReadable(pathname) ? pathOf(pathname) : undefined;
      const method = asked === "HEAD" ? "get" : asked.toLowerCase();
      const found = path === undefined ? undefined : document.paths[path]?.[method];
      const where = `${asked} ${address} (${status})`;
      const isRefused = status >= 400;
      const declared = found?.responses[status];
      const ofNoCall = isReadable(pathname) ? [404, 405, 421] : [400];
      if (!declared && !(found ? general : ofNoCall).includes(status))
        throw new Error(`${where} is not in the API's document`);
      const type = (answer.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
      const isRedirect = status >= 300 && status < 400;
      const isBare = declared !== undefined && !declared.$ref && !declared.content;
      if (asked !== "HEAD" && !isRedirect && !isBare && !(type === "text/html" && status === 429)) {
        const name = declared?.$ref?.split("/").at(-1) ?? (isRefused ? `Error${status}` : undefined);
        const at = name
          ? ["components", "responses", name]
          : ["paths", path ?? "", method, "responses", String(status)];
        const { content } = (name ? document.components.responses[name] : declared) ?? {};
        if (!content || !(type in content))
          throw new Error(`${where} is ${type}, which the document does not say`);
        if (type === "application/json") {
          const validate = validatorAt(...at, "content", type, "schema");
          if (!validate(await answer.clone().json()))
            throw new Error(`${where} is not as the document says: ${ajv.errorsText(validate.errors)}`);
        }
      }
      if (found && !isRefused) seen.add(`${found.operationId} ${status}`);
    },
  };
}
