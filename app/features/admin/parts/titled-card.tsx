import { type ReactNode, useId } from "react";
import { Card } from "#app/ui/card.tsx";

interface TitledCardProps {
  title: ReactNode;
  /** For `useFocusAfterRemoval`. */
  headingId?: string;
  className?: string;
  children: ReactNode;
}

export function TitledCard({ title, headingId, className = "space-y-3", children }: TitledCardProps) {
  const generatedId = useId();
  const id = headingId ?? generatedId;
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <h2 id={id} tabIndex={-1} className="font-bold">
        {title}
      </h2>
      {children}
    </Card>
  );
}
