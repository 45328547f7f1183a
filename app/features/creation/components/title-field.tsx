import type { ComponentProps } from "react";
import { TextField } from "#app/ui/form/field.tsx";
import { maxTitleLength } from "../creation.ts";

/** The title of a track, which it must have by now. */
export function TitleField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      {...props}
      label="タイトル"
      hint="必須"
      aria-required="true"
      autoComplete="off"
      counter={{ max: maxTitleLength }}
    />
  );
}
