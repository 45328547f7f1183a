import { type ReactNode, useId } from "react";
import { Card } from "#app/ui/card.tsx";

interface TitledCardProps {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

export function TitledCard({ title, className = "space-y-3", children }: TitledCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      {children}
    </Card>
  );
}
