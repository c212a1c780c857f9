import { useCopy } from "#app/ui/offline/use-copy.ts";
import { useSending } from "#app/ui/offline/use-kept.ts";
import { KeptBar } from "./kept-bar.tsx";

/** Says that the page is a copy, which opened without a connection, and what waits to be sent. */
export function OfflineNote() {
  const copiedAt = useCopy();
  useSending();
  return (
    <>
      {copiedAt && (
        <p className="notice mb-4" role="status">
          You&apos;re offline. This is how things were on {copiedAt}. You can add, complete and move
          tasks; I&apos;ll save it when you&apos;re back.
        </p>
      )}
      <KeptBar />
    </>
  );
}
