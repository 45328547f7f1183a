import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { honeypotField, maxContactLengths } from "./contact.ts";

type Field = Omit<Parameters<typeof TextField>[0], "label">;

/** Who writes, in forms that need no account, and the trap for bots. `name`, `email`: what `field` gives for them. */
export function SenderFields({ name, email, emailHelp }: { name: Field; email: Field; emailHelp: string }) {
  return (
    <>
      <TextField
        {...name}
        label="お名前"
        hint="必須"
        required
        counter={{ max: maxContactLengths.name, count: (text) => countCharacters(normalizeName(text)) }}
        autoComplete="name"
      />
      <TextField
        {...email}
        type="email"
        label="メールアドレス"
        hint="必須"
        required
        help={emailHelp}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <HoneypotField />
    </>
  );
}

/** Only bots fill it in. */
function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        この欄は空のままにしてください
        <input
          name={honeypotField}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          data-1p-ignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  );
}
