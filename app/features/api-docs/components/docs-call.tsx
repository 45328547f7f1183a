import type { ApiDocument, ApiOperation } from "../document.ts";
import { exampleRequest } from "../example-request.ts";
import { callers } from "../words.ts";
import { ParameterTable, SchemaFields } from "./docs-fields.tsx";
import { InlineCode } from "./inline-code.tsx";

/** One call of the document: what it takes, what it answers, and how it is made. */
export function DocsCall(props: {
  method: string;
  path: string;
  operation: ApiOperation;
  schemas: ApiDocument["components"]["schemas"];
}) {
  const { path, operation, schemas } = props;
  const method = props.method.toUpperCase();
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const name = `${method} ${path}`;
  const succeeded = Object.entries(responses).flatMap(([status, response]) =>
    "description" in response ? [{ status, response }] : [],
  );
  const refused = Object.keys(responses).filter((status) => /^[45]/.test(status));
  return (
    <article id={operationId}>
      <h3>
        <a href={`#${operationId}`}>
          <span className={`method ${props.method}`}>{method}</span> <code>{path}</code>
        </a>
      </h3>
      <p className="summary">{summary}</p>
      {description?.split("\n\n").map((text) => (
        <p key={text}>
          <InlineCode text={text} />
        </p>
      ))}
      <p className="who">
        <span>呼び出せる人</span> {callers[operation["x-who"]]}
      </p>
      {parameters && (
        <section>
          <h4>パラメーター</h4>
          <ParameterTable parameters={parameters} caption={`${name}のパラメーター`} />
        </section>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <section key={type}>
          <h4>
            本文 <code>{type}</code>
          </h4>
          <SchemaFields schema={schema} caption={`${name}の本文`} showsOptional />
        </section>
      ))}
      {succeeded.map(({ status, response }) => (
        <section key={status}>
          <h4>
            答え <code>{status}</code>
          </h4>
          {status !== "200" && (
            <p>
              <InlineCode text={response.description} />
            </p>
          )}
          {status === "200" &&
            Object.entries(response.content ?? {}).map(([type, { schema }]) =>
              type === "application/json" ? (
                <SchemaFields key={type} schema={schema} caption={`${name}の答え`} />
              ) : (
                <p key={type}>
                  <code>{type}</code>
                </p>
              ),
            )}
          {response.headers?.Link && (
            <p>
              続きがあれば<a href="#paging">Linkヘッダー</a>で知らせます。
            </p>
          )}
        </section>
      ))}
      <p className="refused">
        <a href="#errors">エラー</a>{" "}
        {refused.map((status) => (
          <code key={status}>{status}</code>
        ))}
      </p>
      <pre>
        <code>{exampleRequest({ method, path, operation, schemas })}</code>
      </pre>
    </article>
  );
}
