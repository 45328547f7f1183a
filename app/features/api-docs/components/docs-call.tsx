import type { ReactNode } from "react";
import { callers } from "../descriptions.ts";
import type { DocumentedCall } from "../documented-calls.ts";
import { exampleRequest, type Schemas } from "../example-request.ts";
import { FieldTable, SchemaFields } from "./docs-fields.tsx";

export function CallLink({ call: { id, method, path } }: { call: DocumentedCall }) {
  return (
    <a href={`#${id}`}>
      <b className={method.toLowerCase()}>{method}</b> <code>{path}</code>
    </a>
  );
}

export function DocsCall({ call, schemas }: { call: DocumentedCall; schemas: Schemas }) {
  const { id, parameters, body } = call;
  const name = `${call.method} ${call.path}`;
  return (
    <article id={id}>
      <h3>
        <CallLink call={call} />
      </h3>
      <p className="summary">{call.summary}</p>
      {call.description?.split("\n\n").map((text) => (
        <p key={text}>
          <InlineCode text={text} />
        </p>
      ))}
      <p>
        <small>呼び出せる人</small> {callers[call.who]}
      </p>
      {parameters.length > 0 && (
        <>
          <h4>パラメーター</h4>
          <FieldTable fields={parameters} caption={`${name}のパラメーター`} showsRequired />
        </>
      )}
      {body && (
        <>
          <h4>
            本文 <code>{body.type}</code>
          </h4>
          <SchemaFields schema={body.schema} caption={`${name}の本文`} showsRequired />
        </>
      )}
      {call.responses.map((response) => (
        <DocsResponse key={response.status} response={response} caption={`${name}の答え`} />
      ))}
      <p>
        <small>
          <a href="#errors">エラー</a>
        </small>{" "}
        {call.errorStatuses.map((status) => (
          <code key={status}>{status}</code>
        ))}
      </p>
      <pre>{exampleRequest(call, schemas)}</pre>
    </article>
  );
}

function DocsResponse(props: { response: DocumentedCall["responses"][number]; caption: string }) {
  const { status, description, content, isPaged } = props.response;
  return (
    <>
      <h4>
        答え <code>{status}</code>
      </h4>
      {status !== "200" ? (
        <p>
          <InlineCode text={description} />
        </p>
      ) : content?.type === "application/json" ? (
        <SchemaFields schema={content.schema} caption={props.caption} />
      ) : (
        content && (
          <p>
            <code>{content.type}</code>
          </p>
        )
      )}
      {isPaged && (
        <p>
          続きがあれば<a href="#paging">Linkヘッダー</a>で知らせます。
        </p>
      )}
    </>
  );
}

/** Parts between backticks become code. */
export function InlineCode({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and never change
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
