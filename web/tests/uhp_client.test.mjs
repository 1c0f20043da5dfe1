import assert from "node:assert/strict";
import { test } from "node:test";
import { Thinking } from "../js/engine/thinking.js";
import { Stopped, UhpClient } from "../js/engine/uhp_client.js";
import { Refusal } from "../js/game/refusal.js";
import { GameTree } from "../js/game/tree.js";

/** A connection that keeps what is sent; the test answers. */
class Scripted {
  constructor(/** @type {boolean} */ endsByItself) {
    this.endsByItself = endsByItself;
    /** @type {string[]} */
    this.sent = [];
    this.stops = 0;
    this.onLine = (/** @type {string} */ _line) => {};
    this.onFail = (/** @type {string} */ _reason) => {};
  }

  open() {}

  send(/** @type {string} */ line) {
    this.sent.push(line);
  }

  stop() {
    this.stops += 1;
    return this.endsByItself;
  }

  close() {}

  answer(/** @type {string[]} */ ...lines) {
    for (const line of [...lines, "ok"]) this.onLine(line);
  }
}

/** A session after its greeting. @param {boolean} [endsByItself] */
function session(endsByItself = true) {
  const connection = new Scripted(endsByItself);
  const client = new UhpClient(connection);
  connection.answer("id Waggle", "Mosquito;Ladybug;Pillbug");
  return { connection, client };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("commands wait for each other, and each gets its own lines", async () => {
  const { connection, client } = session();
  const [one, other] = [client.ask("newgame"), client.ask("validmoves")];
  assert.deepEqual(connection.sent, ["newgame"]);
  connection.answer("Base;NotStarted;White[1]");
  connection.answer("wS1;wB1");
  assert.deepEqual(await one, ["Base;NotStarted;White[1]"]);
  assert.deepEqual(await other, ["wS1;wB1"]);
});

test("nothing is sent before the greeting", () => {
  const connection = new Scripted(true);
  const client = new UhpClient(connection);
  client.ask("newgame");
  assert.deepEqual(connection.sent, []);
  connection.answer("id Waggle");
  assert.deepEqual(connection.sent, ["newgame"]);
});

test("a refusal is an error with the reason", async () => {
  const { connection, client } = session();
  const asked = client.ask("play wA9");
  connection.answer("err no piece is called `wA9`");
  await assert.rejects(asked, (error) => error instanceof Refusal && error.message === "no piece is called `wA9`");
});

test("an engine that hears stop answers with what it has", async () => {
  const { connection, client } = session();
  const [running, waiting] = [client.ask("analyze"), client.ask("position")];
  client.stop();
  await assert.rejects(waiting, Stopped);
  connection.answer('{"depth":3}');
  assert.deepEqual(await running, ['{"depth":3}']);
  assert.equal(client.generation, 0);
});

test("an engine that has been started anew greets again, and has forgotten everything", async () => {
  const { connection, client } = session(false);
  const running = client.ask("analyze");
  client.stop();
  await assert.rejects(running, Stopped);
  assert.equal(client.generation, 1);
  client.ask("newgame Base");
  assert.deepEqual(connection.sent, ["analyze"]);
  connection.answer("id Waggle");
  assert.deepEqual(connection.sent, ["analyze", "newgame Base"]);
});

test("who thinks is told the options once, and again after a new start", async () => {
  const { connection, client } = session(false);
  const thinking = new Thinking(client, { TableSizeMiB: 32, Level: 13 });
  const tree = new GameTree("Base");
  const first = thinking.about(tree, tree.root, "analyze").catch((error) => error);
  for (let count = 0; count < 4; count += 1) {
    connection.answer("fine");
    await settled();
  }
  await first;
  assert.deepEqual(connection.sent, ["options set TableSizeMiB 32", "options set Level 13", "newgame Base", "analyze"]);
  const second = thinking.about(tree, tree.root, "analyze").catch((error) => error);
  await settled();
  for (let count = 0; count < 2; count += 1) {
    assert.ok(connection.sent.length > 4);
    if (count === 0) connection.answer("fine");
    await settled();
  }
  assert.deepEqual(connection.sent.slice(4), ["newgame Base", "analyze"]);
  const third = thinking.about(tree, tree.root, "bestmove", { level: 3 }).catch((error) => error);
  assert.ok((await second) instanceof Stopped);
  connection.answer("id Waggle");
  for (let count = 0; count < 4; count += 1) {
    await settled();
    connection.answer("wS1");
  }
  assert.deepEqual(await third, ["wS1"]);
  assert.deepEqual(connection.sent.slice(6), ["options set TableSizeMiB 32", "options set Level 3", "newgame Base", "bestmove"]);
});

test("an engine that is gone fails whatever was asked", async () => {
  const { connection, client } = session();
  const asked = client.ask("position");
  let told = "";
  client.onFail = (reason) => (told = reason);
  connection.onFail("the connection has ended");
  await assert.rejects(asked, /the connection has ended/);
  assert.equal(told, "the connection has ended");
  await assert.rejects(client.ask("position"), /the connection has ended/, "and whatever is asked later");
});
