/**
 * Follows the server's events with a bearer token where one is needed, which the browser's own EventSource can not
 * send. Comes back by itself, each time a little later, at most ten seconds.
 */
export class Stream {
  #listener;
  #pause = 500;

  constructor(listener) {
    this.#listener = listener;
    this.#follow();
  }

  async #follow() {
    for (;;) {
      try {
        const response = await fetch("/console/api/events", { headers: authorization(), cache: "no-store" });
        if (response.status === 401 || response.status === 403) {
          await this.#listener.refused((await response.text()).trim());
          continue;
        }
        if (!response.ok) {
          throw new Error(`the server answered ${response.status}`);
        }
        await this.#read(response.body);
        this.#listener.lost("the server ended the connection");
      } catch (error) {
        this.#listener.lost(error instanceof TypeError ? "the manager-service does not answer" : error.message);
      }
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
      this.#pause = Math.min(10_000, this.#pause * 2);
    }
  }

  async #read(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      // Silence is a failure, too: the server says at least every five seconds that it is there.
      const { done, value } = await within(15_000, reader);
      if (done) {
        return;
      }
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const data = event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
        if (data) {
          this.#pause = 500;
          this.#listener.changed(JSON.parse(data));
        }
      }
    }
  }
}

async function within(milliseconds, reader) {
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reader.cancel();
      reject(new Error("the manager-service has gone silent"));
    }, milliseconds);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

export function authorization() {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: `Bearer ${token}` } : {};
}
