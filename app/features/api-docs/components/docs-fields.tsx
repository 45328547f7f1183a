import { Fragment, type ReactNode } from "react";
import type { oas31 } from "zod-openapi";
import { componentName, type JsonSchema } from "../documented-calls.ts";

type Field = Pick<oas31.ParameterObject, "name" | "schema" | "required" | "description">;

export function SchemaFields(props: { schema: JsonSchema; caption: string; showsRequired?: boolean }) {
  const { schema, caption, showsRequired = false } = props;
  const choices = choicesOf(schema);
  if (choices?.some((choice) => "$ref" in choice || choice.type === "object")) {
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
  const isObject = fields.length > 0 && !("items" in schema);
  return (
    <>
      {!isObject && (
        <p>
          <TypeWords schema={schema} />
        </p>
      )}
      {fields.length > 0 && <FieldTable fields={fields} caption={caption} showsRequired={showsRequired} />}
    </>
  );
}

export function FieldTable(props: { fields: readonly Field[]; caption: string; showsRequired: boolean }) {
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
        {props.fields.map(({ name, schema = {}, required, description = schema.description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code> {required ? props.showsRequired && <b>必須</b> : <small>省略可</small>}
            </th>
            <td>
              <TypeWords schema={schema} /> <Bounds schema={schema} />
              {description && <p>{description}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const choicesOf = (schema: JsonSchema) => ("$ref" in schema ? undefined : (schema.anyOf ?? schema.oneOf));

/** An object's fields come before those of objects in it. A list has the fields of its items. */
function fieldsOf(schema: JsonSchema, path = ""): Field[] {
  if ("$ref" in schema) return [];
  if (schema.items) return fieldsOf(schema.items, `${path}[]`);
  const inner = schema.anyOf?.find((choice) => "properties" in choice || "items" in choice);
  if (inner) return fieldsOf(inner, path);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const fullName = path ? `${path}.${name}` : name;
    const required = schema.required?.includes(name);
    return [{ name: fullName, schema: field, required }, ...fieldsOf(field, fullName)];
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
  if ("$ref" in schema) {
    const name = componentName(schema.$ref ?? "");
    return <a href={`#type-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) {
    return schema.enum.map((value, place) => (
      <Fragment key={String(value)}>
        {place > 0 && "、"}
        <code>{String(value)}</code>
      </Fragment>
    ));
  }
  const choices = choicesOf(schema);
  if (choices) {
    return choices.map((choice, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: choices have no names, and never change
      <Fragment key={place}>
        {place > 0 && "または"}
        <TypeWords schema={choice} />
      </Fragment>
    ));
  }
  if (schema.items) {
    return (
      <>
        <TypeWords schema={schema.items} />
        の配列
      </>
    );
  }
  if (schema.format && formatNames[schema.format]) return formatNames[schema.format];
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
  return types.map((type) => typeNames[type] ?? "任意の値").join("または");
}

function Bounds({ schema }: { schema: JsonSchema }) {
  if ("$ref" in schema) return null;
  const { minimum, maximum, maxLength, maxItems } = schema;
  const words = [
    minimum !== undefined && (maximum === undefined ? `${minimum}以上` : `${minimum}〜${maximum}`),
    maxLength !== undefined && `${maxLength.toLocaleString("ja-JP")}文字まで`,
    maxItems !== undefined && `${maxItems.toLocaleString("ja-JP")}個まで`,
    schema.default !== undefined && `省略すると${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return words.length > 0 && <small>{words.join("、")}</small>;
}
