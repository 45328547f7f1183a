import { renderToStaticMarkup } from "react-dom/server";
import { errorStatuses } from "#app/features/error-body.schema.ts";
import { errorCodes } from "#app/features/error-codes.ts";
import { Mark } from "#app/features/shell/components/mark.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import style from "../docs-page.css?raw";
import type { ApiDocument, ApiOperation } from "../document.ts";
import { errorWords, overviewParts } from "../words.ts";
import { DocsCall } from "./docs-call.tsx";
import { SchemaFields } from "./docs-fields.tsx";
import { InlineCode } from "./inline-code.tsx";

/** What is the same in every answer, by the document: only its frame is one visitor's. */
const bodies = new WeakMap<ApiDocument, string>();

/** The API's document as a page of its own, without the app and without scripts. */
export function docsPage(o: {
  document: ApiDocument;
  theme: "light" | "dark";
  origin: string;
  nonce: string;
}): string {
  const { document, theme, origin, nonce } = o;
  const body =
    bodies.get(document) ?? renderToStaticMarkup(<Calls document={document} groups={groupsOf(document)} />);
  bodies.set(document, body);
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="ja" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{documentTitle("API")}</title>
        <meta name="description" content={document.info.summary} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/json" href="/api/openapi.json" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, whole */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a className="skip" href="#main">
          本文へ移動
        </a>
        <header>
          <a href="/" className="house">
            <Mark thickness={8} />
            <span>Mugen</span>
          </a>
          <a href="/api/openapi.json">OpenAPI（JSON）</a>
        </header>
        <Contents document={document} />
        <main id="main">
          <Overview document={document} origin={origin} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made above, once */}
          <div dangerouslySetInnerHTML={{ __html: body }} />
        </main>
      </body>
    </html>,
  )}`;
}

interface Listed {
  method: string;
  path: string;
  operation: ApiOperation;
}

interface Group {
  name: string;
  description?: string;
  calls: Listed[];
}

function groupsOf(document: ApiDocument): Group[] {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  return document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
}

const chapters = [
  ["authentication", "ログイン"],
  ["errors", "エラー"],
  ["paging", "ページ送り"],
  ["limits", "回数の上限"],
] as const;

function Contents({ document }: { document: ApiDocument }) {
  return (
    <nav aria-label="目次">
      <details open>
        <summary>目次</summary>
        <ul>
          {chapters.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
          {groupsOf(document).map(({ name, calls }) => (
            <li key={name}>
              <a href={`#group-${name}`}>
                {name} <small>{calls.length}</small>
              </a>
            </li>
          ))}
          <li>
            <a href="#types">型</a>
          </li>
        </ul>
      </details>
    </nav>
  );
}

function Overview({ document, origin }: { document: ApiDocument; origin: string }) {
  const { title, version, summary } = document.info;
  const cookie = origin.startsWith("https:") ? "__Host-mugen_session" : "mugen_session";
  return (
    <>
      <h1>
        {title} <small>{version}</small>
      </h1>
      <p className="lead">{summary}</p>
      <p>
        {overviewParts.form}同じ内容を機械で読める形でも公開しています。{" "}
        <a href="/api/openapi.json">OpenAPI 3.1の文書</a>
      </p>
      <pre>
        <code>{`MUGEN=${origin}\ncurl "$MUGEN/api/tracks?limit=20"`}</code>
      </pre>

      <section aria-labelledby="authentication">
        <h2 id="authentication">ログイン</h2>
        <p>
          <InlineCode text={overviewParts.signIn} />
          プログラムから呼び出すときは、ブラウザのCookie（<code>{cookie}</code>）を一緒に送ってください。
        </p>
        <pre>
          <code>{`COOKIE='${cookie}=…'\ncurl -b "$COOKIE" "$MUGEN/api/auth/me"`}</code>
        </pre>
        <p>
          <InlineCode text={overviewParts.otherSites} />
          {overviewParts.head}
        </p>
      </section>

      <section aria-labelledby="errors">
        <h2 id="errors">エラー</h2>
        <p>
          エラーの本文は、いつもJSONです。<code>error</code>は人に見せるための日本語、<code>code</code>
          はプログラムのための名前です。
        </p>
        <table>
          <caption>エラーの一覧</caption>
          <thead>
            <tr>
              <th scope="col">ステータス</th>
              <th scope="col">意味とcode</th>
            </tr>
          </thead>
          <tbody>
            {errorStatuses.map((status) => (
              <tr key={status}>
                <th scope="row">
                  <code>{status}</code>
                </th>
                <td>
                  <InlineCode text={errorWords[status]} />
                  <p>
                    {errorCodes[status].map((code) => (
                      <code key={code}>{code}</code>
                    ))}
                  </p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>

      <section aria-labelledby="paging">
        <h2 id="paging">ページ送り</h2>
        <p>
          長い一覧は<code>limit</code>
          （1〜100、省略すると50）件ずつ返します。続きがあるときは、次のページのアドレスを
          <code>Link</code>ヘッダーで知らせます。なくなるまで、そのアドレスを順に開いてください。
        </p>
        <pre>
          <code>{'Link: </api/tracks?limit=20&cursor=…>; rel="next"'}</code>
        </pre>
      </section>

      <section aria-labelledby="limits">
        <h2 id="limits">回数の上限</h2>
        <p>
          上限のある呼び出しには、それぞれの説明に書いてあります。上限に達すると429になり、
          <code>Retry-After</code>の秒数がたつと、また使えます。
        </p>
      </section>
    </>
  );
}

function Calls({ document, groups }: { document: ApiDocument; groups: Group[] }) {
  const { schemas } = document.components;
  return (
    <>
      {groups.map(({ name, description, calls }) => (
        <section key={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>{name}</h2>
          <p>{description}</p>
          <ul className="calls">
            {calls.map(({ method, path, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>
                  <span className={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
          {calls.map((call) => (
            <DocsCall key={call.operation.operationId} {...call} schemas={schemas} />
          ))}
        </section>
      ))}
      <section aria-labelledby="types">
        <h2 id="types">型</h2>
        {Object.entries(schemas).map(([name, schema]) => (
          <article key={name} id={`type-${name}`}>
            <h3>
              <a href={`#type-${name}`}>
                <code>{name}</code>
              </a>
            </h3>
            {schema.description && <p className="summary">{schema.description}</p>}
            <SchemaFields schema={schema} caption={`${name}の項目`} />
          </article>
        ))}
      </section>
    </>
  );
}
