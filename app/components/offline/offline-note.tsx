import { useCopy } from "#app/client/offline/use-copy.ts";

/** Says that the page is a copy, which opened without a connection. */
export function OfflineNote() {
  const copiedAt = useCopy();
  if (!copiedAt) return null;
  return (
    <p className="notice mb-4" role="status">
      You&apos;re offline. This is how things were on {copiedAt}.
    </p>
  );
}
