import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

/** The open panel of a node: its parameters, and what came out of it. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	get parameters(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	/** The three columns and the title. */
	get whole(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** Where the panel's "Docs" leads. */
	async docsAddress(): Promise<string | null> {
		return await this.whole.locator('a', { hasText: 'Docs' }).getAttribute('href');
	}

	/** Points at a parameter's question mark, and waits until its description is shown. */
	async untilDescribed(name: string, words: string): Promise<void> {
		const label = this.parameters.locator(`label[for="${name}"]`);
		await label.hover();
		await label.locator('svg[data-icon="circle-help"]').hover();
		await this.page.getByText(words).filter({ visible: true }).first().waitFor();
	}

	/** Waits until a parameter is shown, once or in several rows. */
	async untilShown(name: string): Promise<void> {
		await this.parameters.getByTestId(`parameter-input-${name}`).or(this.locator(name)).first().waitFor();
	}

	/** Labels of parameters whose words have no room. */
	async cutOffLabels(): Promise<string[]> {
		const titles = this.parameters.locator('label.n8n-input-label [class*="_title_"]');
		await titles.first().waitFor();
		return await titles.evaluateAll((found) =>
			found.filter((title) => title.scrollWidth > title.clientWidth + 1).map((title) => title.textContent ?? ''),
		);
	}

	/** Sets how a value is given: by code, or from a list. */
	async setMode(name: string, mode: 'code' | 'list'): Promise<void> {
		await this.locator(name).getByTestId('rlc-mode-selector').click();
		await this.page.getByTestId(`mode-${mode}`).filter({ visible: true }).click();
	}

	/** A value that is an expression by default becomes one that is picked: n8n offers lists for fixed values only. */
	async setFixed(name: string): Promise<void> {
		const parameter = this.parameters.getByTestId('parameter-item').filter({ has: this.locator(name) });
		await this.locator(name).hover();
		await parameter.getByTestId('radio-button-fixed').click();
	}

	/** Types a part of a name into a parameter's list, waits until `entry` alone is left, and picks it. */
	async findAndPick(name: string, typed: string, entry: string): Promise<void> {
		await this.offered(name);
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(typed);
		await this.entries.filter({ hasNotText: entry }).first().waitFor({ state: 'detached' });
		await this.entries.filter({ hasText: entry }).click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** Opens a parameter's list and gives what it offers. */
	async offered(name: string): Promise<string[]> {
		await this.openList(name);
		await this.entries.first().waitFor();
		return await this.entries.allInnerTexts();
	}

	/** Picks an entry of a parameter's list, as a person does who types nothing. */
	async pick(name: string, entry: string): Promise<void> {
		await this.openList(name);
		await this.entries.filter({ hasText: entry }).first().click();
		await this.entries.first().waitFor({ state: 'hidden' });
	}

	/** Chooses one more of the columns of a resource mapper that features are matched by. */
	async matchBy(column: string): Promise<void> {
		const select = this.page.getByTestId('matching-column-select');
		await select.locator('input').first().click();
		const choices = this.page.locator('.el-select-dropdown__item').filter({ visible: true });
		await choices.filter({ has: this.page.getByText(column, { exact: true }) }).click();
		await select.locator('.el-tag').filter({ hasText: column }).waitFor();
		await this.page.keyboard.press('Escape');
	}

	/** What a list that offers nothing says. */
	async listWords(name: string): Promise<string> {
		await this.openList(name);
		const words = this.page.getByTestId('rlc-error-container').filter({ visible: true });
		await words.waitFor();
		return await words.innerText();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Executes the node and waits for its items; gives how many there are, in n8n's words. */
	async executed(): Promise<string> {
		const begun = this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/run\b/);
		await Promise.all([begun, this.execute()]);
		await this.untilSucceeded();
		return await this.itemCount();
	}

	/** Also where a list that came late counts as a change of the node, and n8n says so in place of the success. */
	async untilSucceeded(): Promise<void> {
		const success = this.output.getByTestId('node-run-status-success');
		await success.or(this.output.getByTestId('node-run-info-stale')).waitFor();
	}

	/** How many items came out, in n8n's words, such as `1 item`. */
	async itemCount(): Promise<string> {
		return await this.output.getByTestId('ndv-items-count').innerText();
	}

	/** Downloads the file that came out into this folder. @returns where it is */
	async download(folder: string): Promise<string> {
		const [download] = await Promise.all([
			this.page.waitForEvent('download'),
			this.output.getByTestId('ndv-download-binary-data').click(),
		]);
		const file = path.join(folder, download.suggestedFilename());
		await download.saveAs(file);
		return file;
	}

	/** Shows what came out as it is asked for; n8n chooses by itself where nobody asks. */
	async showOutputAs(mode: 'Schema' | 'Table'): Promise<void> {
		await this.output.getByTestId('ndv-run-data-display-mode').getByText(mode, { exact: true }).click();
	}

	/** The output as its table shows it: a row for each item, by the names of the columns. */
	async outputTable(): Promise<Array<Record<string, string>>> {
		const table = this.output.locator('table');
		await table.waitFor();
		const columns = (await table.locator('thead th').allInnerTexts()).map((column) => column.trim());
		const rows = await table.locator('tbody tr').filter({ hasText: /\S/ }).all();
		return await Promise.all(
			rows.map(async (row) => {
				const cells = await row.locator('td').allInnerTexts();
				return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
			}),
		);
	}

	/** A hint of the node, above its output or in the place of it. */
	locateHint(words: string): Locator {
		return this.output.getByTestId('node-hint').filter({ hasText: words });
	}

	/** The error that the output shows, whole. */
	async error(): Promise<string> {
		const view = this.output.getByTestId('node-error-view').or(this.output.locator('.node-error-view')).first();
		await view.waitFor();
		return await view.innerText();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	private get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	private locator(name: string): Locator {
		return this.page.getByTestId(`resource-locator-${name}`);
	}

	private async openList(name: string): Promise<void> {
		if ((await this.entries.count()) > 0) return;
		await this.locator(name).getByTestId('rlc-input').click();
	}
}
