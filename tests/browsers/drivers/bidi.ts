/** A connection that speaks WebDriver BiDi. */
export interface Bidi {
  send: <Result = unknown>(method: string, params: object) => Promise<Result>;
  close: () => void;
}

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Answer;
    if (id === undefined) return;
    if (type === "success") waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(message));
    waiting.delete(id);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has closed"));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return {
    send<Result>(method: string, params: object) {
      last += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer.promise as Promise<Result>;
    },
    close: () => socket.close(),
  };
}
