import { Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { oas31 } from "zod-openapi";
import { errorStatuses } from "#app/features/common-replies.schema.ts";
import { errorCodes } from "#app/features/error-codes.ts";
import type { ColorScheme } from "#app/features/site/color-scheme.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { DrawnLogo } from "#app/ui/logo.tsx";
import { documentSummary, errorDescriptions, overviewParts } from "../descriptions.ts";
import style from "../docs-page.css?raw";
import { documentedCalls, type JsonSchema } from "../documented-calls.ts";
import { CallLink, DocsCall, InlineCode } from "./docs-call.tsx";
import { SchemaFields } from "./docs-fields.tsx";

/** The same for every request. */
const renderedCalls = new WeakMap<oas31.OpenAPIObject, string>();

/** A page of its own, without the app and without scripts. */
export function docsPage(o: {
  document: oas31.OpenAPIObject;
  colorScheme: ColorScheme;
  origin: string;
  nonce: string;
}): string {
  const { document, colorScheme, origin, nonce } = o;
  const calls = renderedCalls.get(document) ?? renderToStaticMarkup(<Calls document={document} />);
  renderedCalls.set(document, calls);
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="ja" data-theme={colorScheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{documentTitle("API")}</title>
        <meta name="description" content={documentSummary} />
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
          <a href="/" className="brand">
            <DrawnLogo />
            <span>Mugen</span>
          </a>
          <a href="/api/openapi.json">OpenAPI（JSON）</a>
        </header>
        <Contents document={document} />
        <main id="main">
          <Overview version={document.info.version} origin={origin} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered above */}
          <div dangerouslySetInnerHTML={{ __html: calls }} />
        </main>
      </body>
    </html>,
  )}`;
}

function groupsOf(document: oas31.OpenAPIObject) {
  const calls = documentedCalls(document);
  return (document.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ tag }) => tag === name),
  }));
}

const chapters = {
  authentication: "ログイン",
  errors: "エラー",
  paging: "ページ送り",
  limits: "回数の上限",
};

function Chapter({ id }: { id: keyof typeof chapters }) {
  return <h2 id={id}>{chapters[id]}</h2>;
}

function Contents({ document }: { document: oas31.OpenAPIObject }) {
  return (
    <nav aria-label="目次">
      <details open>
        <summary>目次</summary>
        <ul>
          {Object.entries(chapters).map(([id, title]) => (
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

function Overview({ version, origin }: { version: string; origin: string }) {
  const cookie = origin.startsWith("https:") ? "__Host-mugen_session" : "mugen_session";
  return (
    <>
      <h1>
        Mugen API <small>{version}</small>
      </h1>
      <p>{documentSummary}</p>
      <p>
        {overviewParts.form}同じ内容を機械で読める形でも公開しています。{" "}
        <a href="/api/openapi.json">OpenAPI 3.1の文書</a>
      </p>
      <pre>{`MUGEN=${origin}\ncurl "$MUGEN/api/tracks?limit=20"`}</pre>

      <Chapter id="authentication" />
      <p>
        <InlineCode text={overviewParts.signIn} />
        プログラムから呼び出すときは、ブラウザのCookie（<code>{cookie}</code>）を一緒に送ってください。
      </p>
      <pre>{`COOKIE='${cookie}=…'\ncurl -b "$COOKIE" "$MUGEN/api/auth/me"`}</pre>
      <p>
        <InlineCode text={overviewParts.otherSites} />
        {overviewParts.head}
      </p>
      <p>
        <InlineCode text={overviewParts.machine} />
      </p>

      <Chapter id="errors" />
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
                <InlineCode text={errorDescriptions[status]} />
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

      <Chapter id="paging" />
      <p>
        長い一覧は<code>limit</code>
        （1〜100、省略すると50）件ずつ返します。続きがあるときは、次のページのアドレスを
        <code>Link</code>ヘッダーで知らせます。なくなるまで、そのアドレスを順に開いてください。
      </p>
      <pre>{'Link: </api/tracks?limit=20&cursor=…>; rel="next"'}</pre>

      <Chapter id="limits" />
      <p>
        上限のある呼び出しには、それぞれの説明に書いてあります。上限に達すると429になり、
        <code>Retry-After</code>の秒数がたつと、また使えます。
      </p>
    </>
  );
}

function Calls({ document }: { document: oas31.OpenAPIObject }) {
  const { schemas = {} } = document.components ?? {};
  return (
    <>
      {groupsOf(document).map(({ name, description, calls }) => (
        <Fragment key={name}>
          <h2 id={`group-${name}`}>{name}</h2>
          <p>{description}</p>
          <ul className="calls">
            {calls.map((call) => (
              <li key={call.id}>
                <CallLink call={call} />
              </li>
            ))}
          </ul>
          {calls.map((call) => (
            <DocsCall key={call.id} call={call} schemas={schemas} />
          ))}
        </Fragment>
      ))}
      <h2 id="types">型</h2>
      {Object.keys(schemas)
        .toSorted()
        .map((name) => (
          <DocsType key={name} name={name} schema={schemas[name] ?? {}} />
        ))}
    </>
  );
}

function DocsType({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <article id={`type-${name}`}>
      <h3>
        <a href={`#type-${name}`}>
          <code>{name}</code>
        </a>
      </h3>
      {schema.description && <p className="summary">{schema.description}</p>}
      <SchemaFields schema={schema} caption={`${name}の項目`} />
    </article>
  );
}
