import type { Locator, Page } from 'playwright-core';

/** The parameters of the open panel, as a person fills them in. */
export class ParameterForm {
	constructor(private readonly page: Page) {}

	/** Of several of this name, the last one. */
	async fill(name: string, value: string): Promise<void> {
		const input = this.input(name).last().locator('input');
		await input.click();
		await input.fill(value);
		// n8n takes over what was typed a moment later, or when the field is left.
		await input.blur();
	}

	/**
	 * Types an expression: "=" into an empty field of text turns it into a field of expressions.
	 * @param result what it gives for the first item, which the panel shows below it
	 */
	async fillExpression(name: string, expression: string, result: string): Promise<void> {
		const input = this.input(name).last().locator('input');
		await input.click();
		await input.pressSequentially('=');
		const editor = this.input(name).last().locator('.cm-content');
		await editor.fill(expression);
		await editor.blur();
		await this.result(name).last().getByText(result).waitFor();
	}

	/**
	 * Writes into a field of JSON, once it is switched to an expression.
	 * @param result what it gives for the first item: only when the panel shows it has n8n taken over what was written
	 */
	async writeExpression(name: string, expression: string, result: string): Promise<void> {
		const parameter = this.page.getByTestId('parameter-item').filter({ has: this.input(name) });
		await parameter.hover();
		await parameter.getByTestId('radio-button-expression').click();
		const editor = this.input(name).locator('.cm-content');
		await editor.click();
		await editor.fill(expression);
		await editor.blur();
		await this.result(name).getByText(result).waitFor();
	}

	/** Picks one of a parameter's choices. */
	async choose(name: string, choice: string): Promise<void> {
		await this.input(name).click();
		const choices = this.page.getByTestId('parameter-input-item').filter({ visible: true });
		await choices.filter({ has: this.page.getByText(choice, { exact: true }) }).click();
	}

	/** Adds a parameter whose choices the node makes; done when they have come. */
	async addWithChoices(button: string, parameter: string): Promise<void> {
		const choices = this.page.waitForResponse(/\/rest\/dynamic-node-parameters\/options/);
		await Promise.all([choices, this.add(button, parameter)]);
	}

	/** Picks one more of the choices of a parameter that may have several. */
	async addChoice(name: string, choice: string): Promise<void> {
		// The field is locked while its choices are on their way.
		await this.input(name).locator('input:enabled').first().waitFor();
		await this.input(name).click();
		const choices = this.page.locator('.el-select-dropdown__item').filter({ visible: true });
		await choices.filter({ has: this.page.getByText(choice, { exact: true }) }).click();
		await this.input(name).locator('.el-tag').filter({ hasText: choice }).waitFor();
		// The list stays open for a further choice, over what is below it.
		await this.page.keyboard.press('Escape');
		await choices.first().waitFor({ state: 'hidden' });
	}

	async toggle(name: string): Promise<void> {
		await this.input(name).locator('.el-switch').click();
	}

	/** Adds a parameter of a collection. @param button the words on it, such as "Add option" */
	async add(button: string, parameter: string): Promise<void> {
		await this.page
			.getByTestId('collection-parameter-add')
			.filter({ has: this.page.getByPlaceholder(button) })
			.click();
		const offered = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await offered.getByText(parameter, { exact: true }).click();
	}

	/** Takes one of the choices away that a parameter with several has. */
	async unchoose(name: string, choice: string): Promise<void> {
		const chosen = this.input(name).locator('.el-tag').filter({ hasText: choice });
		await chosen.locator('.el-tag__close').click();
		await chosen.waitFor({ state: 'detached' });
	}

	/** Adds a row to a parameter that has rows. @param button the words on it, such as "Add Form Element" */
	async addRow(button: string): Promise<void> {
		await this.page.getByTestId('node-parameters').getByText(button, { exact: true }).click();
	}

	/**
	 * Adds a row to the fields of Edit Fields.
	 * @param value a text, or an expression
	 * @param result what an expression gives for the first item
	 */
	async addField(name: string, value: string, result?: string): Promise<void> {
		await this.addRow('Add Field');
		await this.fill('name', name);
		if (result === undefined) await this.fill('value', value);
		else await this.fillExpression('value', value, result);
	}

	/** Columns of a resource mapper are what is dragged into its fields from here on, none by its name. */
	async mapByHand(): Promise<void> {
		await this.page.getByTestId('mapping-mode-select').click();
		await this.page.getByText('Map Each Column Manually').filter({ visible: true }).last().click();
		await this.page.getByTestId('mapping-fields-container').first().waitFor();
	}

	/** Adds a field to a resource mapper. Its list is as wide as the panel, and only the button in it opens it. */
	async addMapped(field: string): Promise<void> {
		await this.page.getByTestId('add-fields-select').getByText('Add field to send').click();
		const choices = this.page.locator('[role="option"], [role="menuitem"]').filter({ visible: true });
		await choices
			.filter({ has: this.page.getByText(field, { exact: true }) })
			.first()
			.click();
		await this.input(field).waitFor();
	}

	/** Drags a column of an earlier node's output from the input panel into a field. */
	async drag(node: string, column: string, name: string): Promise<void> {
		const earlier = this.page.getByTestId('ndv-input-panel');
		const source = earlier.getByTestId('run-data-schema-node-name').getByText(column, { exact: true });
		const header = earlier.getByTestId('run-data-schema-header').filter({ hasText: node });
		await header.waitFor();
		// The node before shows its columns at once.
		if (!(await source.isVisible())) await header.click();
		await source.hover();
		await this.page.mouse.down();
		const field = await this.input(name).boundingBox();
		if (field === null) throw new Error(`The field "${name}" is not shown.`);
		// In steps: n8n takes a sudden jump for no drag.
		await this.page.mouse.move(field.x + field.width / 3, field.y + field.height / 2, { steps: 10 });
		await this.page.locator(`.activeDrop[data-test-id="parameter-input-${name}"]`).waitFor();
		await this.page.mouse.up();
		const editor = this.input(name).locator('.cm-content');
		await editor.getByText(column).waitFor();
		await editor.blur();
		await this.result(name).getByText(/\S/).first().waitFor();
	}

	private result(name: string): Locator {
		return this.page.getByTestId(`parameter-expression-preview-${name}`);
	}

	private input(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}
}
