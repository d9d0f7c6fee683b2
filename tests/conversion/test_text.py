import io

import dodona
from dodona.conversion import to_text

LISTS = [["Oaks", "speak"], ["Doves", "listen"], ["Hush"]]


def text_of(treebank):
    file = io.StringIO()
    to_text(treebank, file)
    return file.getvalue()


def test_a_sentence_is_a_line():
    assert text_of(dodona.Treebank.from_lists(LISTS)) == "Oaks speak\nDoves listen\nHush\n"


def test_one_empty_line_separates_paragraphs_and_documents():
    comments = [["# newdoc id = a", "# newpar"], ["# newpar id=b"], ["# newparagraph", "# text = newpar"]]
    treebank = dodona.Treebank.from_lists(LISTS, comments=comments)
    assert text_of(treebank) == "Oaks speak\n\nDoves listen\nnewpar\n"
    comments[2] = ["# newdoc", "# newpar"]
    assert text_of(treebank.replace(comments=comments)) == "Oaks speak\n\nDoves listen\n\nHush\n"


def test_paragraphs_are_separated_across_treebanks():
    treebank = dodona.Treebank.from_lists([["Hush"]], comments=[["# newpar"]])
    assert text_of(iter([treebank, treebank])) == "Hush\n\nHush\n"


def test_the_text_comes_from_the_comment_or_from_the_tokens():
    treebank = dodona.read(
        "# text = Don't!\n1\tDo\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
        "1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "1\tDo\t_\t_\t_\t_\t_\t_\t_\t_\n2\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n3\t!\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
        "# text =\n1\tHush\t_\t_\t_\t_\t_\t_\t_\t_\n"
    )
    assert text_of(treebank) == "Don't!\nDon't!\nHush\n"


def test_unicode_line_breaks_become_spaces():
    comments = [["# text = one\u2028two\x85three\x0bfour"]]
    assert text_of(dodona.Treebank.from_lists([["one"]], comments=comments)) == "one two three four\n"
