import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { PremiumOffer } from "../premium.ts";

/** What premium gives. */
export function Benefits({ benefits }: Pick<PremiumOffer, "benefits">) {
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="pb-5 text-lg">
        プレミアムでできること
      </h2>
      <ul className="grid gap-x-6 gap-y-5 rail:grid-cols-2">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-tint text-gold">
              <Icon name={icon} />
            </span>
            <div className="min-w-0">
              <p className="font-bold">{title}</p>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The conditions of the order; they stand beside its button. */
export function OrderConditions({ conditions }: Pick<PremiumOffer, "conditions">) {
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        {conditions.map(({ name, text }) => (
          <div key={name} className="gap-4 py-3 rail:flex">
            <dt className="shrink-0 font-bold rail:w-28">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        くわしくは
        <Link to="/commercial-law" className="inline-block py-1 text-accent underline">
          特定商取引法に基づく表記
        </Link>
        と
        <Link to="/terms#premium" className="inline-block py-1 text-accent underline">
          利用規約
        </Link>
        をご覧ください。
      </p>
    </>
  );
}
