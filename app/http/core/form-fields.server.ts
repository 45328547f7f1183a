import { z } from "zod";
import { sanitizeStrings } from "#app/features/validate.ts";

/** The most values of a repeated field, such as selected rows. */
const maxValues = 100;

/**
 * What a schema says of one place of a form: a value, repeated values (`ids`), an object (`names.A`) or a list (`lines[0]`);
 * for a union, what any option says.
 */
interface Shape {
  isValue: boolean;
  isRepeated: boolean;
  readonly fields: Map<string, Shape>;
  element: Shape | null;
  places: number;
}

export interface FormShape {
  readonly root: Shape;
}

/**
 * Reads a form's fields off its schema, plus `more`. Throws for open schemas (`unknown`, records): hostile forms would pass.
 */
export function formShapeOf(schema: z.ZodType, more: readonly string[] = []): FormShape {
  const root = emptyShape();
  addTo(root, schema);
  for (const name of more) root.fields.set(name, { ...emptyShape(), isValue: true });
  return { root };
}

const emptyShape = (): Shape => ({
  isValue: false,
  isRepeated: false,
  fields: new Map(),
  element: null,
  places: 0,
});

/** zod types inner schemas as `$ZodType`, but they are `ZodType`s at runtime. */
const asType = (schema: z.core.$ZodType): z.ZodType => {
  if (schema instanceof z.ZodType) return schema;
  throw new Error("a form's schema is built of something else than zod");
};

function addTo(shape: Shape, schema: z.ZodType): void {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
      const known = shape.fields.get(name) ?? emptyShape();
      shape.fields.set(name, known);
      addTo(known, asType(field));
    }
  } else if (schema instanceof z.ZodArray) {
    addList(shape, schema);
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) addTo(shape, asType(option));
  } else if (schema instanceof z.ZodPipe) {
    // `z.preprocess` begins with a function: its fields are unknown.
    if (schema.in instanceof z.ZodTransform) throw new Error("a form's schema begins with its fields");
    addTo(shape, asType(schema.in));
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  ) {
    addTo(shape, asType(schema.unwrap()));
  } else if (isValue(schema)) {
    shape.isValue = true;
  } else {
    throw new Error(`a form's schema does not say what a field of ${schema.type} holds`);
  }
}

const isValue = (schema: z.ZodType) =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodStringFormat ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodEnum ||
  schema instanceof z.ZodLiteral ||
  schema instanceof z.ZodCustom;

function addList(shape: Shape, list: z.ZodArray): void {
  const element = shape.element ?? emptyShape();
  const type = asType(list.element);
  addTo(element, type);
  const longest = list.def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength);
  if (type instanceof z.ZodOptional && longest) shape.places = longest._zod.def.maximum;
  else if (element.isValue) shape.isRepeated = true;
  shape.element = element;
}

const step = /(?:^|\.)([a-zA-Z][\w-]*)|\[(\d{1,4})\]/gy;

/** `lines[0].text` as names and indices; null if invalid. */
function stepsOf(name: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < name.length) {
    const found = step.exec(name);
    if (!found) return null;
    steps.push(found[1] ?? Number(found[2]));
  }
  return steps;
}

const maxNameLength = 100;

/** Never echo such a field: its text is typed again. */
export const isPasswordField = (name: string): boolean => /password$/i.test(name);

/**
 * The known fields of a posted form, fit for both databases. Drops all others, including Conform's, or names alone could fill
 * the memory. Lists have no gaps: an element counts only after those before it, and unticked checkboxes are "". The last of
 * several values counts unless repeated; of `password` the filled one, since a page may ask in several places.
 */
export function parseFormFields({ root }: FormShape, form: Iterable<[string, FormDataEntryValue]>): FormData {
  const fields = new Map<string, FormDataEntryValue[]>();
  const lengths = new Map<string, number>();
  const gaps = new Map<string, number>();
  for (const [name, sent] of form) {
    if (name.length > maxNameLength) continue;
    const shape = follow(root, name, lengths, gaps);
    if (!shape) continue;
    const value = typeof sent === "string" ? String(sanitizeStrings(sent)) : sent;
    const before = fields.get(name);
    if (!before) fields.set(name, [value]);
    else if (shape.isRepeated) {
      if (before.length < maxValues) before.push(value);
    } else if (name !== "password" || value !== "") fields.set(name, [value]);
  }
  for (const [list, length] of gaps) {
    for (let place = 0; place < length; place++) {
      const name = `${list}[${place}]`;
      if (!fields.has(name)) fields.set(name, [""]);
    }
  }
  const known = new FormData();
  for (const [name, values] of fields) for (const value of values) known.append(name, value);
  return known;
}

/** The place of a name whose value may be taken; counts the elements on its way. */
function follow(
  root: Shape,
  name: string,
  lengths: Map<string, number>,
  gaps: Map<string, number>,
): Shape | null {
  const steps = stepsOf(name);
  if (!steps || steps.length === 0) return null;
  let shape = root;
  let path = "";
  const grown: [list: string, length: number][] = [];
  const ticked: [list: string, length: number][] = [];
  for (const one of steps) {
    let next: Shape | null | undefined;
    if (typeof one === "string") {
      next = shape.fields.get(one);
      path = path === "" ? one : `${path}.${one}`;
    } else {
      next = shape.element;
      if (shape.places > 0) {
        if (one >= shape.places) return null;
        ticked.push([path, one + 1]);
      } else {
        if (shape.isRepeated) return null;
        const length = lengths.get(path) ?? 0;
        if (one > length) return null;
        if (one === length) grown.push([path, length + 1]);
      }
      path = `${path}[${one}]`;
    }
    if (!next) return null;
    shape = next;
  }
  // Prevents duplicates: `a[01]` would also name `a[1]`.
  if (path !== name || !(shape.isValue || shape.isRepeated)) return null;
  for (const [list, length] of grown) lengths.set(list, length);
  for (const [list, length] of ticked) gaps.set(list, Math.max(length, gaps.get(list) ?? 0));
  return shape;
}
