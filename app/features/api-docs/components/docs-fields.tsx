import type { ReactNode } from "react";
import type { ApiParameter } from "../document.ts";
import { type JsonSchema, schemaPath } from "../schema-book.ts";

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string;
}

/** A table of the parameters of a call. */
export function ParameterTable({ parameters, caption }: { parameters: ApiParameter[]; caption: string }) {
  return <FieldTable fields={parameters} caption={caption} showsOptional />;
}

/** A schema in words, and tables of the fields that it has itself. */
export function SchemaFields(props: { schema: JsonSchema; caption: string; showsOptional?: boolean }) {
  const { schema, caption, showsOptional = false } = props;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some(({ type, $ref }) => type === "object" || $ref)) {
    return (
      <>
        <p>次のいずれかです。</p>
        {choices.map((choice, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no names, and never change
          <SchemaFields key={place} {...props} schema={choice} caption={`${caption}（${place + 1}）`} />
        ))}
      </>
    );
  }
  const fields = fieldsOf(schema);
  return (
    <>
      {(fields.length === 0 || schema.type === "array") && (
        <p>
          <TypeWords schema={schema} />
        </p>
      )}
      {fields.length > 0 && <FieldTable fields={fields} caption={caption} showsOptional={showsOptional} />}
    </>
  );
}

function FieldTable(props: { fields: readonly Field[]; caption: string; showsOptional: boolean }) {
  return (
    <table>
      <caption>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">名前</th>
          <th scope="col">説明</th>
        </tr>
      </thead>
      <tbody>
        {props.fields.map(({ name, schema, required, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {required ? props.showsOptional && <em>必須</em> : <i>省略可</i>}
            </th>
            <td>
              <TypeWords schema={schema} />
              <Bounds schema={schema} />
              {(description ?? schema.description) && <p>{description ?? schema.description}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fields of an object, those of objects in it after their own; of a list, the fields of what is in it. */
function fieldsOf(schema: JsonSchema, prefix = ""): Field[] {
  const { items } = schema;
  if (typeof items === "object" && !Array.isArray(items)) return fieldsOf(items, `${prefix}[].`);
  const inner = (schema.anyOf ?? []).find(({ type }) => type === "object" || type === "array");
  if (inner) return fieldsOf(inner, prefix);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field !== "object") return [];
    const own = { name: prefix + name, schema: field, required: (schema.required ?? []).includes(name) };
    const below = field.type === "array" || field.anyOf ? `${prefix}${name}` : `${prefix}${name}.`;
    return [
      own,
      ...fieldsOf(field, field.anyOf?.some(({ type }) => type === "object") ? `${below}.` : below),
    ];
  });
}

const typeNames: Record<string, string> = {
  string: "文字列",
  integer: "整数",
  number: "数値",
  boolean: "真偽値",
  object: "オブジェクト",
  array: "配列",
  null: "null",
};

const formatNames: Record<string, string> = { "date-time": "日時", date: "日付", binary: "ファイル" };

function TypeWords({ schema }: { schema: JsonSchema }): ReactNode {
  if (schema.$ref) {
    const name = schema.$ref.slice(schemaPath.length);
    return <a href={`#type-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) {
    return schema.enum.map((value, place) => (
      <span key={String(value)}>
        {place > 0 && "、"}
        <code>{String(value)}</code>
      </span>
    ));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return choices.map((choice, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: choices have no names, and never change
      <span key={place}>
        {place > 0 && "または"}
        <TypeWords schema={choice} />
      </span>
    ));
  }
  const { items } = schema;
  if (typeof items === "object" && !Array.isArray(items)) {
    return (
      <>
        <TypeWords schema={items} />
        の配列
      </>
    );
  }
  if (schema.format && formatNames[schema.format]) return formatNames[schema.format];
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
  return types.map((type) => typeNames[type] ?? "任意の値").join("または");
}

function Bounds({ schema }: { schema: JsonSchema }) {
  const { minimum, maximum, maxLength, maxItems } = schema;
  const words = [
    minimum !== undefined && maximum !== undefined && `${minimum}〜${maximum}`,
    minimum !== undefined && maximum === undefined && `${minimum}以上`,
    maxLength !== undefined && `${maxLength}文字まで`,
    maxItems !== undefined && `${maxItems}個まで`,
    schema.default !== undefined && `省略すると${JSON.stringify(schema.default)}`,
  ].filter((word) => typeof word === "string");
  return words.length > 0 && <small>{words.join("、")}</small>;
}
