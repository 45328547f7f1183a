import { Icon } from "#app/ui/icon.tsx";
import type { PremiumOffer } from "../premium.ts";

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
