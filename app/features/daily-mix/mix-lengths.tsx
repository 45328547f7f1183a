import { Form } from "react-router";
import { dailyMixPath, type MixLength, mixLengths } from "./daily-mix.ts";

interface MixLengthsProps {
  minutes: MixLength;
  /** Where the choice leads back to; by default to the mix's own page. */
  returnTo?: "home";
}

/** Chooses how long 今日の無限 lasts, today and from now on. */
export function MixLengths({ minutes, returnTo }: MixLengthsProps) {
  return (
    <Form method="post" action={dailyMixPath} preventScrollReset className="flex flex-wrap gap-1.5">
      <input type="hidden" name="intent" value="length" />
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      {mixLengths.map((length) => (
        <button
          key={length}
          type="submit"
          name="minutes"
          value={length}
          aria-pressed={length === minutes}
          className="chip"
        >
          {length}分
        </button>
      ))}
    </Form>
  );
}
